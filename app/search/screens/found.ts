import { documentAddress } from '#app/kit/screen/document-address.ts';
import type { PastMoment } from '#app/kit/forms/moment.ts';
import { addresses } from '#app/kit/addresses.ts';
import { find, type FoundEntry, type FoundPerson } from '#app/search/queries/find.ts';
import { findAsOf } from '#app/search/queries/find-as-of.ts';
import type { FoundDocument } from '#app/search/queries/documents.ts';
import type { FoundWords } from '#app/search/queries/words.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import type { Found, SearchGroup, SearchItem } from '#app/ui/search/group.ts';
import { inDigits } from '#app/ui/text/count.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { roleMay } from '#events/permissions.ts';
import { actionsNamed, documentActions, reportsNamed, settingsNamed, subjectOf } from './actions.ts';

type FoundView = Pick<FoundDocument, 'uid' | 'type' | 'functionalArea' | 'docNum' | 'name' | 'version' | 'status'>;

const documentItem = (document: FoundView, labelRate = 0): SearchItem => ({
  to: documentAddress(document),
  label: document.name,
  number: `${documentNumber(document)}, version ${document.version}`,
  status: { status: document.status, trainingRate: labelRate },
});

const placeWords = ({ kind, opens, page, pages }: FoundWords): string => {
  if (kind === 'working') return 'In the working file';
  const place = pages > 1 ? `Page ${page} and ${pages - 1} more` : `Page ${page}`;
  return opens === null ? `${place}, in the next version` : place;
};

/** The page where the viewer reads the words in the PDF; null where no screen shows the file. */
function placeOf({ uid, version, opens, page }: FoundWords): string | null {
  if (opens === 'document') return addresses.readDocument(uid, page);
  if (opens === 'approval') return addresses.approve(uid, undefined, page);
  return opens && addresses.readVersion(uid, version, page);
}

/** A document with its version in force first; one found by words inside leads to the page that has them. */
function entryItems(entry: FoundEntry): SearchItem[] {
  const { inside, uid, type, functionalArea, docNum, forceVersion: version, forceName } = entry;
  if (inside) return [insideItem(entry, inside)];
  const own = documentItem(entry, entry.labelRate);
  if (version === null || version === entry.version) return [own];
  const name = forceName ?? entry.name;
  return [documentItem({ uid, type, functionalArea, docNum, name, version, status: 'EFFECTIVE' }), own];
}

function insideItem(entry: FoundEntry, inside: FoundWords): SearchItem {
  const { kind, inForceFile, version, snippet } = inside;
  const item = documentItem(inForceFile ? { ...entry, version, status: 'EFFECTIVE' } : entry, entry.labelRate);
  const to = (kind === 'final' && placeOf(inside)) || (inForceFile ? addresses.document(entry.uid) : item.to);
  return { ...item, to, note: placeWords(inside), snippet };
}

const few = 8;

function withoutTextWords({ length }: readonly FoundView[]): string | null {
  return length === 0
    ? null
    : `${inDigits(length)} ${length === 1 ? 'document' : 'documents'} cannot be searched: no text`;
}

const personItem = ({ uid, name, email, status }: FoundPerson): SearchItem => ({
  to: addresses.editUser(uid),
  label: name,
  note: status === 'INACTIVE' ? `${email}, deactivated` : email,
});

/** Most documents for which actions are offered. */
const mostSubjects = 2;

/** What the viewer's words find, in groups with a link each. */
export async function toFound(
  page: Pick<Page, 'ask' | 'viewer'>,
  { q, limit }: { q: string; limit: number },
): Promise<Found> {
  const { ask, viewer } = page;
  const { role } = viewer;
  const { documents, people, withoutText } = await ask(find, { q, limit });
  const groups: SearchGroup[] = [
    { title: q === '' ? 'Recent' : 'Documents', items: documents.flatMap(entryItems) },
    { title: 'People', items: people.map(personItem) },
  ];
  if (q === '') groups.push({ title: 'Actions', items: actionsNamed(role, 'create document') });
  else {
    const { act, subject } = subjectOf(q);
    const subjects =
      act === '' || subject === '' || !roleMay(role, 'audit.view')
        ? documents.filter(({ numbered }) => numbered)
        : (await ask(find, { q: subject, limit: mostSubjects })).documents;
    groups.push(
      { title: 'Reports', items: reportsNamed(role, q) },
      { title: 'Settings', items: settingsNamed(role, q) },
      {
        title: 'Actions',
        items: [...actionsNamed(role, q), ...documentActions(role, act, subjects.slice(0, mostSubjects))],
      },
    );
  }
  return {
    q,
    groups: groups.filter(({ items }) => items.length > 0),
    note: withoutTextWords(withoutText),
    withoutText: limit > few ? withoutText.map((one) => documentItem(one)) : [],
  };
}

/** The same as of a moment of the past, by title and number alone; each result leads to the page of that moment. */
export async function toFoundAsOf(page: Pick<Page, 'ask'>, q: string, { text, until }: PastMoment): Promise<Found> {
  const { documents } = q === '' ? { documents: [] } : await page.ask(findAsOf, { q, until });
  const items = documents.map((document) => ({
    ...documentItem(document),
    to: documentAddress(document, text),
  }));
  return { q, groups: items.length > 0 ? [{ title: 'Documents', items }] : [], note: null, withoutText: [] };
}
