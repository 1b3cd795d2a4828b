import { randomUUID } from 'node:crypto';
import { paperWorkingFile } from '#app/set-up/demonstration/document-pdf.ts';
import type { Visitor } from '#tests/support/visitor.ts';

const paper = { organisation: 'Northmere', number: 'SOP', title: 'Load', version: '1.0', sections: [] };

/** Creates the draft number `n` in the area QA with this final PDF, as the form without script does. */
export async function uploadDraft(visitor: Visitor, n: number, final: Uint8Array): Promise<Response> {
  const form = new FormData();
  const docNum = String(100 + (n % 900));
  const fields = { name: `Load ${n}`, commandId: randomUUID(), document: randomUUID(), type: 'SOP' };
  for (const [field, value] of Object.entries({ ...fields, functionalArea: 'QA', docNum, version: '1.0' }))
    form.set(field, value);
  form.set('workingFile', new File([new Uint8Array(paperWorkingFile(paper))], 'load.fodt'));
  form.set('finalFile', new File([new Uint8Array(final)], 'load.pdf', { type: 'application/pdf' }));
  return visitor.post('/dashboard/docs/create', form);
}
