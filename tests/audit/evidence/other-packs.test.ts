import { retireDocument } from '#app/documents/commands/retire.ts';
import { makeControlledCopy } from '#app/adapters/pdf/controlled-copy.ts';
import { copyMarks } from '#app/documents/words/copy-marks.ts';
import { findFile } from '#app/documents/queries/file.ts';
import { unzipSync } from 'fflate';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { approvedWith, foreignSignedPdf, validSigners } from './foreign-signature.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportEvidence } from '#app/audit/commands/export-evidence.ts';
import { getEvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import type { EvidenceKind } from '#events/evidence/events.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { judged, makePack, makeSignedPdf, prepareVerifier } from '#tests/support/evidence-pack.ts';

let setup: Setup;
const document = () => setup.ours.documents.effective;
const org = () => setup.ours.world.org;

beforeAll(async () => {
  [setup] = await Promise.all([openSetup(), prepareVerifier()]);
  await makeSignedPdf(setup, document());
});
afterAll(() => setup.close());

describe('other packs', () => {
  it.each([
    ['a person, by an admin', 'admin', 'person'],
    ['oneself', 'employee', 'person'],
    ['one’s own training record', 'employee', 'training-record'],
    ['the organisation in a time', 'admin', 'organisation'],
  ] as const)('%s: all of it holds', async (_name, who, kind) => {
    const person = setup.ours[who];
    const { rows } = await setup.db.owner.query<{ uid: string }>(
      `select uid from read.training_record where org_id = $1 and user_uid = $2 and status = 'COMPLETED'`,
      [org(), setup.ours.employee.uid],
    );
    const uid = { person: setup.ours.employee.uid, 'training-record': rows[0]!.uid, organisation: org() }[kind];
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const bytes = await makePack(setup, person, { kind, uid, from: day(-1), to: day(1) });
    const verdict = await judged('pack.zip', bytes);
    expect(verdict).toMatchObject({ outcome: 'holds' });
    expect(verdict.signatures.map(({ printedName }) => printedName)).toContain('Hana Kobayashi');
    expect(verdict.signatures.every(({ file }) => file?.startsWith('files/'))).toBe(true);
    if (kind === 'organisation')
      expect(verdict.proven).toContain('No event between the first and the last of them was left out.');
  });

  it('[P11-10d] are refused without permission', async () => {
    const { admin, author, employee, outsider, documents } = setup.ours;
    const { size } = await setup.services.ledger.readHead(org());
    const ask = async (person: typeof admin, kind: EvidenceKind, uid: string, to = '2030-01-01') => {
      const answer = await setup.ask(person, getEvidenceSubject, { kind, uid, size, from: '2026-01-01', to });
      return answer.ok ? 'given' : answer.failure.code;
    };
    const { rows } = await setup.db.owner.query<{ uid: string }>(
      `select uid from read.training_record where org_id = $1 and user_uid = $2 limit 1`,
      [org(), employee.uid],
    );
    expect(await ask(author, 'document', documents.retired)).toBe('given');
    expect(await ask(employee, 'document', documents.effective)).toBe('not_allowed');
    expect(await ask(outsider, 'person', outsider.uid)).toBe('given');
    expect(await ask(author, 'person', outsider.uid)).toBe('not_allowed');
    expect(await ask(admin, 'person', outsider.uid)).toBe('given');
    expect(await ask(author, 'organisation', org())).toBe('not_allowed');
    expect(await ask(admin, 'organisation', org())).toBe('given');
    expect(await ask(admin, 'organisation', '0199a1b2-0000-7000-8000-0000000000ff')).toBe('not_found');
    expect(await ask(admin, 'organisation', org(), '2025-12-31')).toBe('invalid_input');
    expect(await ask(author, 'training-record', rows[0]!.uid)).toBe('not_found');
    expect(await ask(employee, 'training-record', rows[0]!.uid)).toBe('given');
    expect(await ask(admin, 'training-record', rows[0]!.uid)).toBe('given');
  });

  it('[A11-9a] record who exported which evidence in the audit trail of their subject', async () => {
    const { size } = await setup.services.ledger.readHead(org());
    const request = { kind: 'document', uid: document(), size, root: 'a'.repeat(64) };
    await setup.ours.world.act(setup.ours.author, exportEvidence, request);
    const { rows } = await setup.db.owner.query<{ actor: string; kinds: string[] }>(
      `select e.canonical::jsonb #>> '{actor,name}' as actor,
              array(select a.kind from read.audit a
                    where a.org_id = e.org_id and a.position = e.position order by 1) as kinds
       from ledger.event e where e.org_id = $1 and e.type = 'EvidenceExported'`,
      [org()],
    );
    expect(rows).toEqual([{ actor: 'Tomasz Wieczorek', kinds: ['document', 'user'] }]);
  });
});

describe('a PDF that another organisation signed before its upload', () => {
  it('is attached unchanged to a sealed sheet as signed PDF, as copy, after retirement and in the pack', async () => {
    const { services, ours } = setup;
    const { admin, author, world } = ours;
    const came = await foreignSignedPdf('Southwold Supplies');
    const document = await approvedWith(setup, came);
    const request = { document, version: '1.0', purpose: 'manage' } as const;
    const handedOut = async (kind: 'final' | 'signed'): Promise<Buffer> => {
      const viewer = await setup.viewer(author);
      const found = await services.database.read(org(), (db) => findFile(db, { ...request, kind }, viewer));
      const { file, document: name, standing } = accepted(found, kind);
      const taken = { name: 'Tomasz Wieczorek', at: services.now(), zone: 'UTC' };
      const marks = copyMarks(name, standing!, taken);
      const copy = accepted(
        await makeControlledCopy({ storage: services.storage.within(org()), pdfs: services.pdfs }, file, {
          isOwn: kind === 'signed',
          organisation: 'Northmere Diagnostics',
          marks,
          certification: {
            certificate: await services.certificates.of(org(), 'Northmere Diagnostics', services.now()),
            at: services.now(),
          },
        }),
        'copy',
      );
      return buffer(Readable.from(copy.body, { objectMode: false }));
    };
    await world.publishNow(document, ['Quality']);
    await makeSignedPdf(setup, document);
    const effective = [await handedOut('final'), await handedOut('signed')];
    await world.act(admin, retireDocument, { document, reason: 'The supplier is gone.' });
    const retired = [await handedOut('final'), await handedOut('signed')];
    const evidence = await makePack(setup, admin, { kind: 'document', uid: document });
    expect((await judged('pack.zip', evidence)).outcome).toBe('holds');
    const packed = unzipSync(evidence);
    const [original, signed] = Object.entries(packed)
      .filter(([name]) => name.startsWith('files/'))
      .map(([, bytes]) => Buffer.from(bytes));
    expect(original!.equals(came)).toBe(true);
    const sealed = [...effective, ...retired, signed!];
    expect(validSigners(came)).toEqual(['Southwold Supplies']);
    for (const file of sealed) {
      expect(validSigners(file)).toEqual(['Northmere Diagnostics']);
      expect(file.includes(came)).toBe(true);
      // What is attached is judged by itself.
      const verdict = await judged('sheet.pdf', file);
      expect(verdict).toMatchObject({ outcome: 'holds' });
      expect(JSON.stringify(verdict)).not.toContain('Southwold');
    }
  });
});
