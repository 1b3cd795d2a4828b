import type { DemonstrationDocument } from '#app/demo/document-facts.ts';
import { officeDocuments } from '#app/demo/documents-of-offices.ts';
import { qualityDocuments } from '#app/demo/documents-of-quality.ts';
import { worksDocuments } from '#app/demo/documents-of-works.ts';

/** 45 documents in every status. The last one is retired at present, which completes the demonstration. */
export const documents: readonly DemonstrationDocument[] = [...officeDocuments, ...worksDocuments, ...qualityDocuments];
