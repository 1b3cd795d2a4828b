import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { answerFile, headOf } from '#app/kit/downloads/generated-file.ts';
import { type Page, text, uidParams } from '#app/kit/screen/screen.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { bundleOf } from '#app/audit/queries/bundle.ts';
import { coverUpTo, firstToCover } from '#app/audit/queries/proof.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { verifyTrail } from '#app/audit/queries/verify-trail.ts';
import { ask } from '#app/kit/query/query.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import { mediaType } from '#app/kit/downloads/media-type.ts';
import { makeTrail } from '#app/audit/export/trails.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { askedMoment } from './requested-moment.ts';

type Format = 'pdf' | 'csv' | 'json';

const mediaTypes: Record<Format | 'tlog-proof', string> = {
  pdf: mediaType('pdf'),
  csv: mediaType('csv'),
  json: 'application/json',
  'tlog-proof': 'text/plain; charset=utf-8',
};

/** A document's whole trail as a file; where `position` is in the address, one event of it with its proof. */
export const trailDownload = (format: Format | 'tlog-proof') =>
  fileLoader({
    access: 'signed-in',
    params: uidParams.extend({ position: z.string().optional() }),
    search: z.object({ asof: text }),
    load: (page) => make(page, format, page.params),
  });

async function make(
  page: Page<Viewer, unknown, { asof?: string | undefined }>,
  format: Format | 'tlog-proof',
  { uid, position = null }: { uid: string; position?: string | null | undefined },
): Promise<Result<Response>> {
  const { viewer, ports, now } = page;
  const asked = askedMoment(page);
  if (asked && 'problem' in asked) return refuse('not_found', { detail: asked.problem });
  const until = asked?.until ?? null;
  if (page.request.method === 'HEAD') {
    const found = await ask(getWholeTrail, { document: uid, position, until }, page);
    return found.ok ? ok(headOf(mediaTypes[format])) : found;
  }
  if (format === 'pdf' || format === 'csv') {
    const made = await makeTrail(ports, viewer, { name: 'document-audit-trail', format, about: uid, until });
    if (!made.ok) return made;
    return ok(answerFile(made.value.body, { name: made.value.filename, type: mediaTypes[format] }));
  }
  const trail = await ask(getWholeTrail, { document: uid, position, until, passkeys: format === 'json' }, page);
  if (!trail.ok) return trail;
  const { document, positions, last } = trail.value;
  const number = documentNumber(document);
  const part = position ? `event ${position}` : 'audit trail';
  const name = `${number.replaceAll(' ', '')} ${document.name} ${part}.${format}`;
  const covering = until || format === 'tlog-proof' ? firstToCover : coverUpTo;
  const checkpoint = await covering(ports, viewer.org, positions.at(-1) ?? last);
  if (!checkpoint) return refuse('not_found');
  // A proof that proves nothing is not handed out.
  if ((await verifyTrail(ports, viewer.org, positions, checkpoint)).length > 0) return refuse('ledger_unsound');
  if (format === 'tlog-proof') {
    const { text } = await ports.checkpoints.tlogProof(viewer.org, position ?? last);
    return ok(answerFile(oneText(text), { name, type: mediaTypes[format] }));
  }
  const about = {
    organisation: { uid: viewer.org, name: viewer.orgName },
    document: { ...document, number },
    madeBy: fullName(viewer),
    madeAt: now,
    positions,
    checkpoint,
  };
  return ok(answerFile(bundleOf(ports, about), { name, type: mediaTypes[format] }));
}

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}
