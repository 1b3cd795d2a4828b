import { ok } from '#events/failures.ts';
import { instantOf } from '#events/time.ts';
import { permitted, targetsExist } from '#app/reports/queries/access.ts';
import { atItsMoment, reportRequest } from '#app/reports/queries/names.ts';
import { countMatrixPeople, readMatrixPlaces } from '#app/reports/queries/matrix.ts';
import { checkMatrixCells } from '#app/reports/queries/matrix-size.ts';
import { latestSource } from '#app/reports/queries/source.ts';
import { query } from '#app/kit/query/query.ts';

/** The address of report links. */
export const reportFilePath = '/files/report';

const linkLifetime = 15 * 60_000;

/**
 * A link to a report that works without a cookie for 15 minutes while the session lasts. Permissions are checked here
 * and when it is opened. Refuses `not_allowed`, `not_found` and `report_too_large`.
 */
export const reportLink = query({
  name: 'report.link',
  input: reportRequest,
  permission: 'signed-in',
  async run(request, { viewer, db, ports, now }) {
    const allowed = permitted(viewer, request);
    const known = await targetsExist(db, allowed.ok ? allowed.value.filters : request.filters);
    // A subject that the organisation does not have is not_found also for people who may not see it.
    if (!known.ok) return known;
    if (!allowed.ok) return allowed;
    const { name, format, filters, position: past } = allowed.value;
    // A matrix as of an earlier position is counted when the link is opened, because that may take long.
    if (name === 'training-matrix' && format === 'pdf' && past === null) {
      const source = await latestSource(db, viewer.org);
      const documents = await readMatrixPlaces(source, filters);
      const fits = checkMatrixCells(documents.length * (await countMatrixPeople(source, filters, documents)));
      if (!fits.ok) return fits;
    }
    // The link always leads to the same report.
    const position = past ?? (await ports.ledger.readHead(viewer.org)).size;
    const expiresAt = Date.parse(now) + linkLifetime;
    const reader = { org: viewer.org, user: viewer.uid, publicId: viewer.session };
    const grant = { reader, request: { ...atItsMoment(allowed.value, now), position } };
    const url = ports.signedUrls.url(reportFilePath, 'report', grant, expiresAt);
    return ok({ url, expiresAt: instantOf(expiresAt) });
  },
});
