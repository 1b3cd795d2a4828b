import { z } from 'zod';
import { byOrganisation, byUid, flag } from '#app/kit/call/parameters.ts';
import { ownOrganisation } from '#app/kit/call/own-organisation.ts';
import { reads, type Endpoint } from '#app/kit/call/endpoint.ts';
import { reportLink } from '#app/reports/queries/link.ts';
import type { ReportFormat } from '#app/kit/downloads/media-type.ts';
import { linkedReports, type LinkedReport } from '#app/reports/queries/names.ts';

const format = z
  .enum(['PDF', 'CSV'])
  .default('PDF')
  .transform((named) => named.toLowerCase() as ReportFormat);
const inFormat = z.object({ format });

/** The answer of every report endpoint. */
const link = z
  .url()
  .describe(
    'Open it without a token, within 15 minutes and while the session lasts. A long report answers 202 with ' +
      '`Retry-After` until it is ready.',
  );
const toLink = ({ url }: { url: string }) => ({ data: url });

const shared = { method: 'GET', tag: 'Reports', data: link, secret: true, asks: reportLink, answer: toLink } as const;

const day = z.iso.date().optional().describe("A day of the organisation's time zone, included.");
const inPeriod = inFormat.extend({ from: day, until: day });

/** The call of a report: of the whole organisation, or about what the uid in its path names. */
function linkTo({ name, call: { title, description = 'For admins.', path, operation }, needs, filters }: LinkedReport) {
  const declared = {
    ...shared,
    path,
    operation,
    summary: `A link to ${title}`,
    description,
    query: filters.includes('period') ? inPeriod : inFormat,
  };
  if (needs !== null)
    return reads({
      ...declared,
      refusals: ['not_allowed'],
      params: byUid,
      input: ({ params, query: { format: named, ...period } }) => ({
        name,
        format: named,
        filters: { ...period, [needs]: params.uid },
      }),
    });
  return reads({
    ...declared,
    refusals: name === 'training-matrix' ? ['not_allowed', 'report_too_large'] : ['not_allowed'],
    params: byOrganisation,
    input: (call) => {
      ownOrganisation(call, call.params.orgUid);
      const { format: named, ...period } = call.query;
      return { name, format: named, filters: period };
    },
  });
}

/** The calls of reports, by the beginning of their path. */
export const reportCalls = (under: `/api/${string}/`): Endpoint[] =>
  linkedReports.filter(({ call }) => call.path.startsWith(under)).map(linkTo);

export const getUserReport = reads({
  ...shared,
  path: '/api/users/report',
  operation: 'reportUsers',
  summary: 'A link to the Active User List, or to the All User List',
  description: 'For admins.',
  query: inFormat.extend({
    org: z.string().max(100).meta({ format: 'uuid' }).optional().describe("The organisation's uid."),
    include_inactive: flag.optional().describe('`true`: the All User List.'),
  }),
  refusals: ['not_allowed', 'not_found'],
  input: (call) => {
    const { org, include_inactive: all, format: named } = call.query;
    ownOrganisation(call, org);
    return { name: all ? ('all-users' as const) : ('active-users' as const), format: named };
  },
});
