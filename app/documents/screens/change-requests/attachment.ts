import { refuse } from '#events/failures.ts';
import { getRequest } from '#app/documents/queries/change-requests/requests.ts';
import { ask } from '#app/kit/query/query.ts';
import { sendStored } from '#app/kit/downloads/stored-file.ts';
import { fileLoader } from '#app/kit/screen/file-loader.ts';
import { uidParams } from '#app/kit/screen/screen.ts';

/** What a reader attached to a change request. */
export const loader = fileLoader({
  access: 'change.request',
  params: uidParams,
  async load(page) {
    const found = await ask(getRequest, { request: page.params.uid }, page);
    if (!found.ok) return found;
    const { attachment } = found.value;
    return attachment ? sendStored(page, attachment) : refuse('file_missing');
  },
});
