import type { ReadModels } from '../walk/read-models.ts';

const minute = 60_000;
const day = 1440 * minute;

type Document = ReadModels['documents'][number];
type Version = ReadModels['versions'][number];

/** The violations of rules.md, a sentence each. Written from the rules and not from the code. */
export const brokenRules = (models: ReadModels): string[] => [
  ...models.documents.flatMap((document) => [
    ...documentProblems(models, document).map((words) => `${document.name}, ${document.status}: ${words}`),
    ...models.versions
      .filter((version) => version.document_uid === document.uid)
      .flatMap((version) => trainingProblems(models, version))
      .map((words) => `${document.name}: ${words}`),
  ]),
  ...twice(models.documents.map(({ name }) => name.trim().toLowerCase())).map((name) => `two are called ${name}`),
  ...twice(models.documents.map(({ type, doc_num: number }) => `${type} ${number}`)).map((id) => `two are ${id}`),
  ...(models.people.some(({ status, role }) => status === 'ACTIVE' && role === 'ADMIN') ? [] : ['no admin is left']),
];

/** Section 2: the document's life. */
function documentProblems(
  { versions, approvals, assigned, records, people, rates }: ReadModels,
  document: Document,
): string[] {
  const { uid, status, version } = document;
  const own = versions.filter((one) => one.document_uid === uid);
  const current = own.find((one) => one.version === version);
  const [inForce, ...more] = own.filter((one) => one.status === 'EFFECTIVE');
  const pending = own.filter((one) => one.status === 'PENDING');
  const open = approvals.filter((one) => one.document_uid === uid && one.status === 'OPEN');
  const signed = approvals.some(
    (one) => one.document_uid === uid && one.version === version && one.status === 'APPROVED',
  );
  const counting = status === 'PENDING' ? version : document.effective_version;
  return sentences({
    'several versions are in force': more.length > 0,
    [`in force is ${inForce?.version}, and it says ${document.effective_version}`]:
      (inForce?.version ?? null) !== document.effective_version || document.effective !== Boolean(inForce),
    [`${pending.length} versions await their date`]: pending.length !== (status === 'PENDING' ? 1 : 0),
    'something of it is in force': status === 'RETIRED' && Boolean(inForce ?? pending[0]),
    [`its version is ${current?.status}`]: !['CREATED', 'RETIRED', current?.status].includes(status),
    'an earlier version is newer': own.some((one) => current && one.version_order > current.version_order),
    [`${open.length} approvals are open`]: open.length > 0 !== (status === 'IN_REVIEW'),
    'an approval is open for another version': open.some((one) => one.version !== version),
    'nobody signed it':
      ['APPROVED', 'PENDING', 'EFFECTIVE'].includes(status) &&
      !current?.externally_effective &&
      !current?.import_uid &&
      !signed,
    'it is for no department': own.some(
      (one) =>
        ['PENDING', 'EFFECTIVE'].includes(one.status) &&
        !assigned.some((each) => each.document_uid === uid && each.version === one.version),
    ),
    [`its rate is ${rates.get(uid)?.rate}`]: counting !== null && rates.get(uid)?.rate !== rateOf(counting),
  });

  function rateOf(which: string): number {
    const waived = own.some((one) => one.version === which && one.training_waived && !one.training_carried);
    const inactive = people.filter((person) => person.status === 'INACTIVE').map((person) => person.uid);
    const counted = records.filter(
      (record) =>
        record.document_uid === uid &&
        record.version === which &&
        record.status !== 'CANCELLED' &&
        !inactive.includes(record.user_uid),
    );
    const completed = counted.filter((record) => record.status === 'COMPLETED');
    return waived || counted.length === 0 ? 100 : Math.floor((100 * completed.length) / counted.length);
  }
}

/** Section 3: who must train on a version. */
function trainingProblems({ assigned, people, members, records }: ReadModels, version: Version): string[] {
  // A waiver that carries training over asks the people who bring none (rules.md section 3).
  const calls =
    ['PENDING', 'EFFECTIVE'].includes(version.status) &&
    // Nobody is assigned by an import, until somebody assigns those who lack it.
    version.import_uid === null &&
    (version.training_waived === false || version.training_carried === true);
  const departments = assigned
    .filter((one) => one.document_uid === version.document_uid && one.version === version.version)
    .map((one) => one.department_uid);
  const own = records.filter(
    (record) => record.document_uid === version.document_uid && record.version === version.version,
  );
  return people.flatMap((person) => {
    const covered = members.some((one) => one.user_uid === person.uid && departments.includes(one.department_uid));
    const theirs = own.filter((record) => record.user_uid === person.uid);
    const open = theirs.filter((record) => record.status === 'OPEN');
    // Who is invited may come to a department without training: it comes with the confirmation.
    const needs = calls && covered && person.status === 'ACTIVE';
    const who = `${person.first_name} and ${version.version} (${version.status})`;
    return sentences({
      [`no training of ${who}`]: needs && !theirs.some((record) => record.status !== 'CANCELLED'),
      [`training of ${who} is open for no reason`]:
        open.length > 0 && !((calls || version.import_uid) && covered && person.status !== 'INACTIVE'),
      [`training of ${who} is open twice`]: open.length > 1,
      // Counted from the moment in which it was decided, a little before it was recorded.
      [`training of ${who} is due too early`]: open.some(
        ({ due_at: due, assigned_at: at }) =>
          // Training that stays open over a waiver has the due date that it had.
          !version.training_carried &&
          // Retraining is due as the training before runs out, which may be over.
          theirs.every(({ assigned_because: because }) => because !== 'retraining') &&
          (due < (version.effective_at ?? '') || Date.parse(due) < Date.parse(at) + 14 * day - minute),
      ),
    });
  });
}

const sentences = (found: Record<string, boolean>): string[] => Object.keys(found).filter((words) => found[words]);

const twice = (list: readonly string[]): string[] => list.filter((one, index) => list.indexOf(one) !== index);
