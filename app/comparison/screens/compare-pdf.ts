import { ok, refuse, type Result } from '#events/failures.ts';
import { openComparison } from '#app/comparison/commands/open-comparison.ts';
import { makeComparisonPdf } from '#app/comparison/pdf/comparison-file.ts';
import { answerFile, headOf } from '#app/kit/downloads/generated-file.ts';
import { isPrefetch } from '#app/kit/downloads/prefetch.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { comparisonSearch, findComparison, type ComparisonPage } from './load-comparison.ts';

const type = 'application/pdf';
/** Milliseconds that a download waits for a comparison: the page with its link shows one that is made. */
const patience = 60_000;

/** A comparison as a PDF. Who takes it is recorded before the first byte is sent. */
export const loader = fileLoader({
  access: 'signed-in',
  params: uidParams,
  search: comparisonSearch,
  load: sendComparison,
});

async function sendComparison(page: ComparisonPage): Promise<Result<Response>> {
  const { ports, viewer, params } = page;
  if (isPrefetch(page.request))
    return ok(new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } }));
  const { document, from, to, files, state, opened } = await findComparison(page, patience);
  if (state === 'running') return refuse('busy', { facts: { retryAfterSeconds: 10 } });
  if (!from || !opened) return refuse('comparison_not_readable');
  if (page.request.method === 'HEAD') return ok(headOf(type));
  const pdf = await makeComparisonPdf(ports, viewer.org, { opened, document, from, to, files });
  if (!pdf) return refuse('comparison_not_readable');
  const recorded = await page.execute(openComparison, { document: params.uid, from, to, sha256: opened.sha256 });
  if (!recorded.ok) return recorded;
  const name = `${documentNumber(document).replaceAll(' ', '')} ${document.name} ${from} to ${to}.pdf`;
  return ok(answerFile(pdf, { name, type }));
}
