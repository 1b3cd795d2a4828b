import type { LoaderFunctionArgs } from '@remix-run/node';
import type { EvidenceKind } from '#events/evidence/events.ts';
import { refuse, type Result } from '#events/failures.ts';
import { exportEvidence } from '#app/commands/evidence/export.ts';
import { answerHeaders } from '#app/server/downloads/generated-file.ts';
import { isGuess } from '#app/server/downloads/prefetch.ts';
import type { Page } from '#app/server/screen/screen.ts';
import { fileLoader } from '#app/screens/files/file-loader.ts';
import { fileAnswer } from '#app/server/downloads/stored-file.ts';
import { checkpointAt, coverUpTo } from '#app/queries/audit/proof.ts';
import { getEvidenceSubject, type EvidenceSubject } from '#app/queries/evidence/subject.ts';
import { ask } from '#app/queries/query.ts';
import { refusalPage } from '#app/screens/files/refusal-page.tsx';

/**
 * Hands out an evidence pack. The checkpoint is the newest one; `?at=` names an earlier one by its size, at which the same pack can be
 * made again. That somebody takes it is recorded first; only then does the first byte leave.
 */
export const packDownload = (kind: EvidenceKind) => (args: LoaderFunctionArgs) =>
  fileLoader('signed-in', async (page) => {
    if (isGuess(page.request)) return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
    const answer = await make(page, kind);
    if (answer.ok) return answer.value;
    page.context.log.info({ path: page.url.pathname, user: page.viewer.uid, refusal: answer.failure.code }, 'refused');
    return refusalPage(answer.failure, page.context.requestId);
  })(args);

async function make(page: Page, kind: EvidenceKind): Promise<Result<Response>> {
  const { viewer, ports, url, params } = page;
  const { size } = await ports.ledger.readHead(viewer.org);
  const at = url.searchParams.get('at');
  if (at !== null && !/^[1-9]\d{0,15}$/.test(at)) return refuse('not_found');
  const checkpoint = at ? await checkpointAt(ports, viewer.org, at) : await coverUpTo(ports, viewer.org, size);
  if (!checkpoint) return refuse('not_found');
  if (!checkpoint.sound) return refuse('ledger_unsound');
  const request = {
    kind,
    uid: kind === 'organisation' ? viewer.org : (params.uid ?? ''),
    from: url.searchParams.get('from'),
    to: url.searchParams.get('to'),
    size: checkpoint.size,
  };
  const found = await ask(getEvidenceSubject, request, page);
  if (!found.ok) return found;
  const name = `${nameOf(found.value, viewer.orgName)}, evidence pack at ${checkpoint.size}.zip`;
  const headers = answerHeaders({ name, type: 'application/zip' });
  if (page.request.method === 'HEAD') return { ok: true, value: new Response(null, { headers }) };
  const recorded = await page.execute(exportEvidence, { ...request, root: checkpoint.root.toString('hex') });
  if (!recorded.ok) return recorded;
  const body = ports.evidence.pack({ org: viewer.org, subject: found.value, checkpoint });
  return { ok: true, value: fileAnswer(page, { body }, headers) };
}

const nameOf = ({ kind, document, person, period }: EvidenceSubject, orgName: string): string =>
  ({
    document: document?.name ?? '',
    person: person?.name ?? '',
    'training-record': `Training of ${person?.name ?? ''} on ${document?.name ?? ''}`,
    organisation: `${orgName} ${period?.from ?? ''} to ${period?.to ?? ''}`,
  })[kind];
