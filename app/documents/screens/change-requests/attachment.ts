import { refuse } from '#events/failures.ts';
import { getRequest } from '#app/queries/change-request/requests.ts';
import { ask } from '#app/queries/query.ts';
import { sendStored } from '#app/server/downloads/stored-file.ts';
import { fileLoader } from '#app/server/screen/file-loader.ts';
import { uidParams } from '#app/server/screen/route-input.ts';

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
