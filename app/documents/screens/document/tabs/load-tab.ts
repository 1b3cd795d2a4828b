import { redirect } from '@remix-run/node';
import { isAdmin, roleMay } from '#events/permissions.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { addresses } from '#app/kit/addresses.ts';
import { listPage, screenAction, uidParams } from '#app/kit/screen/screen.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { type DocumentPage, getDocumentPage } from '#app/documents/queries/document-page.ts';
import { listRelated } from '#app/documents/queries/related.ts';
import type { VersionLine } from '#app/documents/queries/version-history.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { readTrainingForm, saveSchedule } from '#app/documents/screens/publish/assign-training.ts';
import { refusedAbout } from '#app/kit/email/refused/about.ts';
import { loadReading, readingSearch } from '#app/documents/screens/reading/load-reading.ts';
import { peopleLacking } from '#app/documents/queries/lacking-training.ts';
import { showChange } from '#app/documents/screens/shown-change.ts';
import { readablePdf, type TabName, toDocumentView, toRelatedLine } from '../document-view.ts';

const isShown = (found: DocumentPage): found is DocumentPage & { shown: VersionLine } => found.shown !== null;

/**
 * Loads a tab of the page. Without one (`null`) authors and admins see the record; employees, and everybody whose
 * address has a page of the PDF, are sent to the tab that reads it. `?people=` is the page of the open training.
 */
export const tabLoader = (asked: TabName | null) =>
  pastLoader({
    access: 'document.view_effective',
    looksBack: 'audit.view',
    params: uidParams,
    search: readingSearch.extend({ people: listPage }),
    async load(page) {
      const { viewer, ports, now, params, search, url, asof } = page;
      // Of the past nobody does anything.
      const acts = asof === undefined;
      const { found, manages, excepts, waiting } = await page.ask(getDocumentPage, {
        document: params.uid,
        page: search.people,
      });
      if (!isShown(found)) {
        const { status, uid } = found.document;
        if (asof !== undefined) throw redirect(addresses.auditTrail(uid, asof));
        throw redirect(status === 'APPROVED' ? addresses.publish(uid) : addresses.revise(uid));
      }
      const tab = asked ?? 'record';
      if (!asked && (!found.insider || url.searchParams.has('page')))
        throw redirect(`${addresses.readDocument(params.uid)}${url.search}`);
      const lacking =
        acts && tab === 'record' && isAdmin(viewer.role) && found.shown.claimed
          ? (await page.ask(peopleLacking, { document: params.uid })).people.length
          : 0;
      const related = tab === 'record' ? await page.ask(listRelated, { document: params.uid }) : [];
      return {
        tab,
        commandId: ports.newId(),
        retireId: ports.newId(),
        refusedEmails: await refusedAbout(page, params.uid),
        title: found.shown.name,
        view: toDocumentView(tab === 'timeline' ? found : { ...found, life: [] }, viewer.settings.timeZone, now),
        change: tab === 'record' ? await showChange(page, params.uid, found.shown.change) : [],
        related: related.map((one) => toRelatedLine(one, asof)),
        loaded: tab === 'read' ? await loadReading(page, readablePdf(found.shown).file) : null,
        lacking,
        waiting: acts ? waiting : null,
        manages: acts && manages,
        excepts: acts && excepts,
        admin: acts && isAdmin(viewer.role),
        seesTrail: roleMay(viewer.role, 'audit.view') || (viewer.settings.employeeTrails ?? true),
      };
    },
  });

/** Saves the departments, on the record and on the page that shows it first. */
export const saveDepartments = screenAction({
  access: 'signed-in',
  params: uidParams,
  async act(page) {
    const form = await readTrainingForm(page, page.params.uid, rescheduleDocument);
    if (form.refused) return form.refused;
    return saveSchedule(
      page,
      form.data,
      form.document,
      (found) => documentAddress(found) === addresses.document(found.uid),
    );
  },
});
