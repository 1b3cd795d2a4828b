import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { readPlaceAt } from '#app/kit/query/past.ts';
import { getTrail, getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';

let setup: Setup;
/** Every event of the organisation, oldest first. */
let ledger: { position: string; at: number; type: string; stream: string }[];
beforeAll(async () => {
  setup = await openSetup();
  const { rows } = await setup.db.owner.query<{ position: string; recorded_at: string; type: string; stream: string }>(
    `select e.position::text, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recorded_at,
       type, stream
     from ledger.event e where org_id = $1 order by e.position`,
    [setup.ours.world.org],
  );
  ledger = rows.map(({ recorded_at, ...row }) => ({ ...row, at: Date.parse(recorded_at) }));
});
afterAll(() => setup.close());

const iso = (moment: number) => new Date(moment).toISOString();
const ask = async (input: { document: string; until?: string; kind?: 'signatures'; who?: string; page?: number }) =>
  accepted(
    await setup.ask(setup.ours.author, getTrail, { kind: null, who: null, page: 1, ...input }),
    'trail as of a moment',
  );
const wholeOf = async (document: string) =>
  accepted(await setup.ask(setup.ours.author, getWholeTrail, { document }), 'trail').positions;
/** When the event of this type was recorded in the document's own stream. */
const momentOf = (document: string, type: string) =>
  ledger.find((event) => event.stream === `document-${document}` && event.type === type)!.at;

describe('the place of a moment in the ledger', () => {
  it('is that of the last event until then, wherever the moment lies', async () => {
    const { org } = setup.ours.world;
    const moments = new Set(ledger.flatMap(({ at }) => [at - 1, at, at + 1]));
    await setup.services.database.read(org, async (db) => {
      for (const moment of moments) {
        const last = ledger.findLast(({ at }) => at <= moment);
        const expected = last ? { position: last.position, at: iso(last.at) } : null;
        expect(await readPlaceAt(db, iso(moment))).toEqual(expected);
      }
    });
  });
});

describe('[P11-10e] the audit trail of a document as of a moment', () => {
  it('holds no event after it, in its pages, its counts and its filters', async () => {
    const document = setup.ours.documents.underRevision;
    const all = await wholeOf(document);
    const revised = momentOf(document, 'DocumentRevised');
    const until = iso(revised - 1);
    const then = await ask({ document, until });
    const before = all.filter((position) => ledger.find((event) => event.position === position)!.at < revised);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(all.length);
    expect(then.positions).toEqual(before.toReversed().slice(0, then.positions.length));
    expect(then).toMatchObject({ total: before.length, matching: before.length, last: before.at(-1) });

    const signed = await ask({ document, until, kind: 'signatures' });
    expect(signed.matching).toBe((await ask({ document, kind: 'signatures' })).matching);
    const created = iso(momentOf(document, 'DocumentCreated'));
    expect((await ask({ document, until: created, kind: 'signatures' })).matching).toBe(0);
    // Nobody is offered who had nothing to do with it by then.
    const trained = setup.ours.documents.effective;
    const offered = async (moment?: string) =>
      (await ask({ document: trained, ...(moment && { until: moment }) })).people?.map(({ name }) => name);
    expect(await offered()).toContain('Hana Kobayashi');
    const sent = iso(momentOf(trained, 'DocumentSentForReview'));
    expect(await offered(sent)).toContain('Tomasz Wieczorek');
    expect(await offered(sent)).not.toContain('Hana Kobayashi');
    expect((await ask({ document, until, page: 99 })).page).toBeLessThan(99);
  });

  it('shows the document as it was then, with its versions', async () => {
    const document = setup.ours.documents.underRevision;
    const today = await ask({ document });
    const at = async (type: string, later = 0) =>
      (await ask({ document, until: iso(momentOf(document, type) + later) })).document;
    expect(today.document).toMatchObject({ status: 'IN_REVIEW', version: '2.0' });
    expect(today.document.versions.map(({ version }) => version)).toEqual(['2.0', '1.0']);

    expect(await at('DocumentRevised', -1)).toMatchObject({
      status: 'EFFECTIVE',
      version: '1.0',
      versions: [{ version: '1.0', status: 'EFFECTIVE', supersededAt: null, retiredAt: null }],
    });
    const { draft } = setup.ours.documents;
    const begun = await ask({ document: draft, until: iso(momentOf(draft, 'DocumentCreated')) });
    expect(begun.document).toMatchObject({ status: 'CREATED', version: '1.0', versions: [] });
    // Of this very moment it is what it is.
    const now = await ask({ document, until: setup.services.now() });
    expect(now.document).toEqual(today.document);
    expect(now.positions).toEqual(today.positions);
  });

  it('knows of a discarded draft what it was while it was one', async () => {
    const document = setup.ours.documents.discarded;
    const then = await ask({ document, until: iso(momentOf(document, 'DocumentDiscarded') - 1) });
    expect(then).toMatchObject({ document: { status: 'CREATED' }, standing: null });
    expect((await ask({ document })).document.status).toBeNull();
  });

  it('is that of today where there was no such document yet, and says so', async () => {
    const document = setup.ours.documents.effective;
    const today = await ask({ document });
    expect(today.place).toBeNull();
    for (const until of [iso(momentOf(document, 'DocumentCreated') - 1), '1999-12-31T23:59:59.999Z'])
      expect(await ask({ document, until })).toEqual(today);
    const whole = await setup.ask(setup.ours.author, getWholeTrail, { document, until: '1999-12-31T23:59:59.999Z' });
    expect(whole).toMatchObject({ failure: { code: 'not_found' } });
  });

  it('[P11-10d] is nobody’s whose the trail is not', async () => {
    const until = setup.services.now();
    const asked = { document: setup.ours.documents.effective, kind: null, who: null, page: 1, until };
    expect(await setup.ask(setup.ours.employee, getTrail, asked)).toMatchObject({ failure: { code: 'not_allowed' } });
    for (const query of [getTrail, getWholeTrail] as const)
      expect(
        await setup.ask(setup.ours.admin, query as typeof getTrail, { ...asked, document: randomUUID() }),
      ).toMatchObject({
        failure: { code: 'not_found' },
      });
  });
});
