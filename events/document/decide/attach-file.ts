import type { AttachFile } from '#events/document/commands.ts';
import { notManaging, outOfSequence, record, ruleOn } from '#events/document/decide/guards.ts';

/**
 * Attaches a stored file to a draft, or to the next revision of a rejected version, whose own files stay. Attaching the
 * same object again changes nothing.
 */
export const attachFile = ruleOn(({ principal, kind, file }: AttachFile, document) => {
  const refusal = notManaging(document, principal) ?? outOfSequence('AttachFile', document);
  if (refusal) return refusal;
  const meantFor = document.status === 'CREATED' ? 'draft' : 'revision';
  const replaced = (meantFor === 'draft' ? document.current.files : document.nextFiles)[kind];
  if (replaced?.objectKey === file.objectKey && replaced.sha256 === file.sha256) return record();
  return record({
    type: 'DocumentFileAttached',
    data: { document: document.uid, version: document.current.version, kind, file, replaced, meantFor },
  });
});
