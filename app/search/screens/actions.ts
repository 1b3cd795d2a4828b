import { addresses } from '#app/kit/addresses.ts';
import type { FoundDocument } from '#app/search/queries/documents.ts';
import { reports, reportNames } from '#app/reports/queries/names.ts';
import type { SearchItem } from '#app/ui/search/group.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { folded } from '#app/ui/text/folded.ts';
import { settingSections, settingsSections, settingWords } from '#app/organisation/words/setting-words.ts';
import { roleMay, type Action } from '#events/permissions.ts';
import type { Role } from '#events/user/events.ts';

/** `terms`: what it is found by, where that is not its label and note. */
type Named = SearchItem & { may: Action; terms?: string };

const actions: readonly Named[] = [
  { label: 'Create document', to: addresses.createTitle(), may: 'document.create' },
  { label: 'Invite a team member', to: addresses.invite(), may: 'user.invite' },
  { label: 'Create department', to: addresses.createDepartment(), may: 'department.create' },
  { label: 'Create functional area', to: addresses.createFunctionalArea(), may: 'functional_area.create' },
  { label: 'Functions', note: 'Settings', to: addresses.settingsFunctions(), may: 'function.grant' },
  { label: 'Create function', to: addresses.createFunction(), may: 'function.edit' },
  { label: 'Grant function', to: addresses.grantFunction(), may: 'function.grant' },
  { label: 'Create service account', to: addresses.createServiceAccount(), may: 'service_account.manage' },
  { label: 'Team', to: addresses.team(), may: 'team.view' },
  { label: 'Departments', to: addresses.departments(), may: 'department.create' },
  { label: 'Settings', to: addresses.settings(), may: 'organisation.change_settings' },
  { label: 'Organisation audit log', to: addresses.organisationAudit(), may: 'audit.view_organisation' },
  { label: 'Training Documents', to: addresses.home('training'), may: 'training.view_own' },
  { label: 'Effective Documents', to: addresses.home('effective'), may: 'document.list_effective' },
  { label: 'Manage Documents', to: addresses.home('manage'), may: 'document.list_all' },
  { label: 'My training history', to: addresses.trainingHistory(), may: 'training.view_own' },
  { label: 'Sessions', note: 'My account', to: addresses.sessions(), may: 'training.view_own' },
  { label: 'Absence', to: addresses.absence(), may: 'absence.declare_own' },
  { label: 'Second factor', note: 'My account', to: addresses.secondFactor(), may: 'training.view_own' },
  { label: 'Email notifications', note: 'My account', to: addresses.emailChoice(), may: 'training.view_own' },
  { label: 'Change Password', to: addresses.change(), may: 'training.view_own' },
  { label: 'Evidence packs', to: addresses.evidence(), may: 'evidence.export_own' },
  { label: 'Appearance and keyboard', note: 'My account', to: '/appearance', may: 'training.view_own' },
  { label: 'User Manual', to: addresses.manual(), may: 'training.view_own' },
  { label: 'Support', to: addresses.support(), may: 'training.view_own' },
];

const wholeReports: readonly Named[] = reportNames.flatMap((name) => {
  const { title, line, permission, needs } = reports[name];
  return needs === null ? [{ label: title, note: line, to: addresses.report(name), may: permission }] : [];
});
const ownRecord: Named = {
  label: 'My Training Record',
  note: 'Your training, completed and open',
  to: addresses.report('training-record'),
  may: 'training.view_own',
};

/** The sections of the settings, and each setting by its own name. */
const settings: readonly Named[] = settingsSections.flatMap((section) => {
  const { title, fields } = settingSections[section];
  const to = addresses.settings(section);
  const may = 'organisation.change_settings';
  const names = fields.filter((name) => settingWords[name] !== title);
  return [
    { label: title, note: 'Settings', to, may },
    ...names.map((name) => {
      const label = settingWords[name];
      return { label, note: `Settings, ${title}`, to: `${to}#settings-${name}`, may, terms: label } as const;
    }),
  ];
});

/** Those that the role may follow and whose name begins its words with those of `q`. */
function matching(named: readonly Named[], role: Role, q: string): SearchItem[] {
  const wordsOf = (text: string) => folded(text).split(/[^\p{L}\p{N}]+/u);
  const wanted = wordsOf(q);
  return named.flatMap(({ may, terms, ...item }) => {
    const has = wordsOf(terms ?? `${item.label} ${item.note ?? ''}`);
    const matches = wanted.every((word) => has.some((one) => one.startsWith(word)));
    return matches && roleMay(role, may) ? [item] : [];
  });
}

export const reportsNamed = (role: Role, q: string) => matching([ownRecord, ...wholeReports], role, q);
export const settingsNamed = (role: Role, q: string) => matching(settings, role, q);
export const actionsNamed = (role: Role, q: string) => matching(actions, role, q);

const ofDocument = [
  {
    label: 'Download audit trail of',
    may: 'audit.view',
    to: (uid: string) => addresses.auditFile(uid, 'pdf'),
  },
  {
    label: 'Download evidence pack of',
    may: 'evidence.export_document',
    to: (uid: string) => addresses.documentEvidence(uid),
  },
] as const;
const ofDocumentWords = ['download', 'audit', 'trail', 'evidence', 'pack', 'of'];

/** `q` without the words of an action at its beginning: in 'audit trail 017' the document is '017'. */
export function subjectOf(q: string): { act: string; subject: string } {
  const words = q.split(' ');
  const at = words.findIndex((word) => !ofDocumentWords.some((one) => one.startsWith(folded(word))));
  return at < 0 ? { act: q, subject: '' } : { act: words.slice(0, at).join(' '), subject: words.slice(at).join(' ') };
}

/** What the role may download of these documents, if the name of the action begins its words with those of `act`. */
export const documentActions = (role: Role, act: string, documents: readonly FoundDocument[]): SearchItem[] =>
  documents.flatMap((document) => {
    const number = documentNumber(document).replaceAll(' - ', '-');
    const items = ofDocument.map(({ label, may, to }) => ({
      label: `${label} ${number}`,
      note: document.name,
      to: to(document.uid),
      may,
      download: true,
    }));
    return matching(items, role, act);
  });
