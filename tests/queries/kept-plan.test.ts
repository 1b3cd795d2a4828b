import { expect, it } from 'vitest';
import { readTrailDocument } from '#app/queries/audit/subject.ts';
import { getTrail } from '#app/queries/audit/list-trail.ts';
import { getDocumentPage } from '#app/queries/document/document-page.ts';
import { ask } from '#app/queries/query.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import { tabCounts } from '#app/queries/document/start-here.ts';
import { listOpenTraining } from '#app/queries/training/list-open.ts';
import { createAnswers } from '#app/queries/query-cache.ts';
import { organisation, sop } from '#tests/commands/organisation.ts';
import { freshDatabase } from '#tests/support/database.ts';

/** Enough for PostgreSQL to keep a plan for any parameters, on each of the connections. */
const times = 12;

it('a kept plan goes on serving where a migration adds a column beside it', async () => {
  const db = await freshDatabase();
  try {
    const { world, services, admin, author, employee } = await organisation({ db });
    const document = await world.create(author, { ...sop('001'), approvers: [admin] });
    await world.sign(admin, document);
    await world.publishNow(document, ['Quality']);
    const viewer = await readViewer(services.database.kysely, { org: world.org, user: employee.uid, publicId: '' });
    const insider = await readViewer(services.database.kysely, { org: world.org, user: admin.uid, publicId: '' });
    const everything = async () => {
      // Nothing is known from the time before.
      const ports = { ...services, answers: createAnswers() };
      const by = { ports, viewer: insider!, now: services.now() };
      const asked = await Promise.all([
        ask(getDocumentPage, { document }, by),
        ask(getTrail, { document, kind: null, who: null, page: 1 }, by),
        ask(tabCounts, {}, by),
        ask(listOpenTraining, { page: 1 }, { ...by, viewer: viewer! }),
      ]);
      const trail = await services.database.read(world.org, (moment) => readTrailDocument(moment, document));
      return { asked: asked.map(({ ok }) => ok), name: trail?.name };
    };
    const whole = { asked: [true, true, true, true], name: 'Procedure 001' };
    for (let n = 0; n < times; n++) expect(await everything()).toEqual(whole);
    const { rows } = await db.owner.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'read' and table_type = 'BASE TABLE'",
    );
    for (const { name } of rows) await db.owner.query(`alter table read."${name}" add column added text`);
    for (let n = 0; n < times; n++) expect(await everything()).toEqual(whole);
  } finally {
    await db.close();
  }
});
