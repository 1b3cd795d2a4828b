import { z } from 'zod';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { addresses } from '#app/kit/addresses.ts';
import { reads } from '#app/kit/call/endpoint.ts';
import { link, linkTo } from '#app/kit/call/link.ts';
import { byUid } from '#app/kit/call/parameters.ts';

export const downloadAudit = reads({
  method: 'GET',
  path: '/api/docs/{uid}/audit',
  operation: 'downloadAuditTrail',
  tag: 'Documents',
  summary: "A document's audit trail",
  description:
    'As PDF, as CSV, or (for authors and admins) as JSON that can be verified without this product. The organisation ' +
    'can withhold it from employees.',
  params: byUid,
  query: z.object({ format: z.enum(['PDF', 'CSV', 'JSON']).default('PDF') }),
  data: link,
  secret: true,
  asks: getWholeTrail,
  input: ({ params, query }) => ({ document: params.uid, passkeys: query.format === 'JSON' }),
  answer: ({ document }, call) =>
    linkTo(
      addresses.auditFile(document.uid, call.query.format.toLowerCase() as Lowercase<typeof call.query.format>),
      call,
    ),
});
