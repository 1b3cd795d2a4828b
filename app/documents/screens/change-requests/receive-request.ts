import type { StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import { uploadLimit } from '#app/documents/queries/upload-place.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { heldFile, type HeldFile } from '#app/documents/screens/form/document-form.ts';
import type { Messages, Page } from '#app/kit/screen/screen.ts';
import { isMultipart } from '#app/adapters/storage/multipart.ts';
import { receiveForm } from '#app/adapters/storage/receive-form.ts';

export interface ReceivedRequest {
  data: FormData;
  held: HeldFile | null;
  problems: Messages;
}

/** The posted form with its attachment in storage: the field `attachment` holds the key. */
export async function receiveRequest(page: Page): Promise<ReceivedRequest> {
  const { request, ports, viewer } = page;
  const received = isMultipart(request)
    ? await receiveForm(request, {
        uploads: ports.uploads,
        org: viewer.org,
        document: null,
        owner: viewer.uid,
        fields: { attachmentFile: 'any' },
        maxBytes: uploadLimit(page),
      })
    : ok({ form: await request.formData(), files: new Map<string, never>() });
  if (!received.ok) throw errorPage(received.failure);
  const { form: data, files } = received.value;
  const arrived: Result<{ file: StoredFile }> | undefined = files.get('attachmentFile');
  const sentKey = data.get('attachmentKey');
  const found =
    arrived ??
    (typeof sentKey === 'string' && sentKey ? await ports.uploads.complete(viewer.org, viewer.uid, sentKey) : null);
  data.delete('attachmentFile');
  data.delete('attachmentKey');
  const file = found?.ok ? found.value.file : null;
  data.set('attachment', file?.objectKey ?? '');
  if (!found || found.ok) return { data, held: file && heldFile(file), problems: {} };
  const problem = problemOf(found.failure);
  return { data, held: null, problems: { attachment: [problem.detail ?? problem.title] } };
}
