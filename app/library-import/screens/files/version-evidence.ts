import { refuse } from '#events/failures.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { fileRequest } from '#app/documents/queries/file.ts';
import { ask } from '#app/kit/query/query.ts';
import { sendStored } from '#app/kit/downloads/stored-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';

/** The scan that an import gives as evidence of a version's approval, for everybody who sees what it claims. */
export const loader = fileLoader({
  access: 'document.view_effective',
  params: uidParams.extend(fileRequest.pick({ version: true }).shape),
  async load(page) {
    const { uid, version } = page.params;
    const found = await ask(getDocumentPage, { document: uid }, page);
    if (!found.ok) return found;
    const line = found.value.found.versions.find((one) => one.version === version);
    return line?.claimed?.evidence ? sendStored(page, line.claimed.evidence) : refuse('file_missing');
  },
});
