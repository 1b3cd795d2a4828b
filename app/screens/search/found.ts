import { documentAddress } from '#app/screens/documents/document-address.ts';
import { addresses } from '#app/addresses.ts';
import { find, type FoundPerson } from '#app/queries/search/find.ts';
import type { FoundDocument } from '#app/queries/search/documents.ts';
import type { Page } from '#app/server/screen/screen.ts';
import type { Found, SearchGroup, SearchItem } from '#app/ui/search/group.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { roleMay } from '#events/permissions.ts';
import { actionsNamed, documentActions, reportsNamed, subjectOf } from './actions.ts';

const documentItem = (document: FoundDocument): SearchItem => ({
  to: documentAddress(document),
  label: document.name,
  number: `${documentNumber(document)}, version ${document.version}`,
  status: { status: document.status, trainingRate: document.labelRate },
});

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
  const { documents, people } = await ask(find, { q, limit });
  const groups: SearchGroup[] = [
    { title: q === '' ? 'Recent' : 'Documents', items: documents.map(documentItem) },
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
      {
        title: 'Actions',
        items: [...actionsNamed(role, q), ...documentActions(role, act, subjects.slice(0, mostSubjects))],
      },
    );
  }
  return { q, groups: groups.filter(({ items }) => items.length > 0), notes: [] };
}
