import type { DemonstrationDocument } from '#app/set-up/demonstration/document-facts.ts';
import { officeDocuments } from '#app/set-up/demonstration/documents-of-offices.ts';
import { qualityDocuments } from '#app/set-up/demonstration/documents-of-quality.ts';
import { worksDocuments } from '#app/set-up/demonstration/documents-of-works.ts';

/** 45 documents in every status. The last one is retired at present, which completes the demonstration. */
export const documents: readonly DemonstrationDocument[] = [...officeDocuments, ...worksDocuments, ...qualityDocuments];
