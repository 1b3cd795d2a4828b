import { permitted, targetsExist } from '#app/queries/report/access.ts';
import { reportRequest } from '#app/queries/report/names.ts';
import { query } from '#app/queries/query.ts';

/**
 * A link to a report, for the one who asks: good for 15 minutes while the session lasts, without a cookie. What the person may is checked here and again
 * when the link is opened. Refuses `not_allowed`, and `not_found` for what the organisation does not have.
 */
export const reportLink = query({
  name: 'report.link',
  input: reportRequest,
  permission: 'signed-in',
  async run(request, { viewer, db, ports }) {
    const allowed = permitted(viewer, request);
    const known = await targetsExist(db, allowed.ok ? allowed.value.filters : request.filters);
    // What the organisation does not have is not there, as in every other call, also for whoever may not see it.
    if (!known.ok) return known;
    return allowed.ok ? ports.reports.link(viewer, allowed.value) : allowed;
  },
});
