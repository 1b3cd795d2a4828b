import { z } from 'zod';
import type { EvidenceKind } from '#events/evidence/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { exportEvidence } from '#app/audit/commands/export-evidence.ts';
import { answerHeaders, headOf } from '#app/kit/downloads/generated-file.ts';
import { makeVerifiedPack } from '#app/audit/evidence/pack/verified.ts';
import { isPrefetch } from '#app/kit/downloads/prefetch.ts';
import { type Page, uidParams } from '#app/kit/screen/screen.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { fileAnswer } from '#app/kit/downloads/stored-file.ts';
import { checkpointAt, coverUpTo } from '#app/audit/queries/proof.ts';
import { getEvidenceSubject, type EvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import { openSeal } from '#app/kit/downloads/open-seal.ts';
import { ask } from '#app/kit/query/query.ts';

const packSearch = z.object({
  at: z
    .string()
    .regex(/^([1-9]\d{0,15})?$/)
    .optional(),
  from: z.string().nullable().default(null),
  to: z.string().nullable().default(null),
});

/**
 * Delivers an evidence pack at the newest checkpoint; `?at=` names an earlier one by its size, which gives the same
 * pack again. The pack is verified and the download recorded before the first byte is sent.
 */
export const packDownload = (kind: EvidenceKind) =>
  fileLoader({
    access: 'signed-in',
    params: uidParams.partial(),
    search: packSearch,
    load: (page) => make(page, kind, page.params.uid ?? page.viewer.org, page.search),
  });

async function make(
  page: Page,
  kind: EvidenceKind,
  uid: string,
  { at, from, to }: z.output<typeof packSearch>,
): Promise<Result<Response>> {
  const { viewer, ports } = page;
  if (isPrefetch(page.request)) {
    return ok(new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } }));
  }
  const { size } = await ports.ledger.readHead(viewer.org);
  if (page.request.method === 'HEAD') {
    const found = await ask(getEvidenceSubject, { kind, uid, from, to, size: at ?? size }, page);
    return found.ok ? ok(headOf('application/zip')) : found;
  }
  const checkpoint = at ? await checkpointAt(ports, viewer.org, at) : await coverUpTo(ports, viewer.org, size);
  if (!checkpoint) return refuse('not_found');
  if (!checkpoint.sound) return refuse('ledger_unsound');
  const request = { kind, uid, from, to, size: checkpoint.size };
  const found = await ask(getEvidenceSubject, request, page);
  if (!found.ok) return found;
  const name = `${nameOf(found.value, viewer.orgName)}, evidence pack at ${checkpoint.size}.zip`;
  const headers = answerHeaders({ name, type: 'application/zip' });
  const seal = await openSeal(ports, { org: viewer.org, name: viewer.orgName });
  if (!seal.ok) return seal;
  const made = await makeVerifiedPack(ports, { org: viewer.org, subject: found.value, checkpoint, seal: seal.value });
  if (!made.ok) return made;
  const { size: length, body, discard } = made.value;
  const recorded = await page.execute(exportEvidence, { ...request, root: checkpoint.root.toString('hex') });
  if (!recorded.ok) {
    await discard();
    return recorded;
  }
  headers.set('Content-Length', String(length));
  return ok(fileAnswer(page, { body }, headers));
}

const nameOf = ({ kind, document, person, period }: EvidenceSubject, orgName: string): string =>
  ({
    document: document?.name ?? '',
    person: person?.name ?? '',
    'training-record': `Training of ${person?.name ?? ''} on ${document?.name ?? ''}`,
    organisation: `${orgName} ${period?.from ?? ''} to ${period?.to ?? ''}`,
  })[kind];
