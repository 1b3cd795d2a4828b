import type { Recorded } from '#events/catalogue.ts';
import type { DescriptionContext, EventDescription } from '#app/kit/words/event-description.ts';
import { commentDescriptions } from '#app/documents/words/describe-comment-event.ts';
import { dutyDescriptions } from '#app/people/words/describe-duty-event.ts';
import { documentDescriptions } from '#app/documents/words/describe-document-event.ts';
import { importedDocumentDescriptions } from '#app/documents/words/describe-imported-document.ts';
import { importDescriptions } from '#app/library-import/words/describe-import-event.ts';
import { evidenceDescriptions } from '#app/audit/words/describe-evidence-event.ts';
import { peopleDescriptions } from '#app/people/words/describe-people-event.ts';
import { describeBy } from '#app/kit/words/described.ts';
import { requestDescriptions } from '#app/documents/words/describe-request-event.ts';
import { routeDescriptions } from '#app/approval-routes/words/describe-route-event.ts';
import { trainingDescriptions } from '#app/training/words/describe-training-event.ts';
import { webhookDescriptions } from '#app/integrations/words/describe-webhook-event.ts';

const descriptions = {
  ...peopleDescriptions,
  ...dutyDescriptions,
  ...documentDescriptions,
  ...commentDescriptions,
  ...trainingDescriptions,
  ...evidenceDescriptions,
  ...webhookDescriptions,
  ...routeDescriptions,
  ...requestDescriptions,
  ...importDescriptions,
  ...importedDocumentDescriptions,
};

/** Describes an event in words, for the audit trail's page, PDF and CSV. */
export const describeEvent = (event: Recorded, context: DescriptionContext): EventDescription =>
  describeBy(descriptions[event.type], event, context);
