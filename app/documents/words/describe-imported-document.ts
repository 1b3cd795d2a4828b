import { typeLabel } from '#events/document/type.ts';
import type { importedDocumentEvents } from '#events/import/document-events.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { claimInWords } from '#app/documents/words/claim.ts';
import { changed } from '#app/kit/words/phrases.ts';

/** The events of an imported document, in words. */
export const importedDocumentDescriptions: Descriptions<keyof typeof importedDocumentEvents> = {
  DocumentImported: ({ name, type, functionalArea, docNum, formerNumber, version, relations = [] }) => ({
    sentence: 'imported the document from another system',
    changes: [
      changed('Title', null, name),
      changed('Type', null, typeLabel(type)),
      changed('Functional area', null, functionalArea),
      changed('ID', null, docNum),
      ...(formerNumber ? [changed('Former number', null, formerNumber)] : []),
      changed('Newest version', null, version),
      ...relations.map(({ related, relation }) => changed('Relation', null, `${relation}: ${related.name}`)),
    ],
  }),
  VersionImported: ({ version, claimed, files, evidence, reason }) => ({
    sentence: `imported version ${version}`,
    note: claimInWords(claimed),
    changes: [
      changed('File', null, files.final.name),
      changed('SHA-256', null, files.final.sha256),
      ...(evidence ? [changed('Evidence, SHA-256', null, evidence.sha256)] : []),
    ],
    reason,
  }),
};
