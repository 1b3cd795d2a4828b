import { createDocument } from '#app/documents/commands/create.ts';
import { attachFile } from '#app/documents/commands/attach-file.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { assignDepartments, giveEffectiveDate, revisePrepared } from '#app/documents/commands/prepared.ts';
import { previewTraining } from '#app/documents/commands/preview-training.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { recordRetrieval } from '#app/documents/commands/record-retrieval.ts';
import { recordReview } from '#app/documents/commands/record-review.ts';
import { reinstateDocument } from '#app/documents/commands/reinstate.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { discardDocument, retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { saveDocument } from '#app/documents/commands/save.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { transferOwnership } from '#app/documents/commands/transfer-ownership.ts';
import { waiveSeparation } from '#app/documents/commands/waive-separation.ts';
import { inDays, sop } from '#tests/support/organisation.ts';
import {
  admins,
  asked,
  asProgram,
  attempt,
  authors,
  doer,
  pick,
  reasonOf,
  some,
  uidsOf,
  type Choices,
  type Stage,
} from '../stage.ts';
import { upload, type Act } from './act.ts';

type Document = Stage['models']['documents'][number];

/** Documents in these states; all that are not retired where none is named. */
export const inStatus = ({ models }: Stage, ...statuses: string[]): Document[] =>
  models.documents.filter(({ status }) => (statuses.length === 0 ? status !== 'RETIRED' : statuses.includes(status)));

const ownerOf = ({ people }: Stage, { owner_uid: owner }: Document) => people.filter(({ uid }) => uid === owner);

/** Who may manage it: mostly its owner, else an admin. */
const managers = (stage: Stage, document: Document) => [
  ...ownerOf(stage, document),
  ...ownerOf(stage, document),
  ...admins(stage),
];

const departmentsOf = ({ models }: Stage, choice: number): string[] =>
  uidsOf(some(models.departments.slice(0, 4), choice));

/** A minor change keeps the major number. */
function nextVersion({ version }: Document, kind?: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return kind === 'minor' || kind === 'editorial' ? `${major}.${minor + 1}` : `${major + 1}.0`;
}

/** The change requests that the next version of a document may carry out. */
const acceptedOf = ({ models }: Stage, document: Document | null) =>
  models.requests.filter(({ document_uid: of, status }) => of === document?.uid && status === 'ACCEPTED');

/** What a version changes, as an author writes it; each third time nothing where nobody asked for it. */
function changeOf(stage: Stage, document: Document | null, { which, how }: Choices) {
  const accepted = acceptedOf(stage, document);
  if (how % 3 === 0 && accepted.length === 0) return null;
  const trainingImpact = pick(['read', 'none', 'practical', 'read_and_quiz'] as const, which)!;
  return {
    kind: document ? pick(['major', 'minor', 'editorial'] as const, how)! : ('new' as const),
    reason: 'A new limit.',
    summary: [{ place: 'Section 4', what: 'The limit is 7 g.' }],
    origin: accepted.slice(0, 1).map(({ uid }) => ({ kind: 'request' as const, request: uid })),
    trainingImpact,
    trainingReason: trainingImpact === 'none' ? 'Only a word changes.' : null,
  };
}

async function revisionOf(stage: Stage, by: ReturnType<typeof doer>, document: Document, choices: Choices) {
  const change = changeOf(stage, document, choices);
  const version = nextVersion(document, change?.kind);
  const files = await upload(stage, by, document.doc_num, version, document.uid);
  const { approvers, places: steps } = asked(stage, document.functional_area, choices.how);
  return {
    document: document.uid,
    name: document.name,
    version,
    working: choices.how % 2 ? files.working : (document.working_file?.objectKey ?? files.working),
    final: files.final,
    approvers,
    steps,
    change,
    reason: reasonOf(choices.who),
  };
}

/** A whole document as a client of the API sends it back. */
const wholeOf = (document: Document) => ({
  document: document.uid,
  name: document.name,
  type: document.type,
  functionalArea: document.functional_area,
  docNum: document.doc_num,
  version: document.version,
  working: '',
  final: '',
  declare: false,
});

/** The life of documents; each act is named by its command. */
export const documentActs: Record<string, Act> = {
  async 'document.create'(stage, choices) {
    const { which, who, how } = choices;
    // Few documents, so that each goes through several versions.
    if (inStatus(stage).length > 11 || inStatus(stage, 'CREATED', 'IN_REVIEW', 'APPROVED').length > 5) return;
    const by = doer(stage, who, authors(stage));
    const docNum = stage.number();
    const files = how % 6 === 5 ? { working: '', final: '' } : await upload(stage, by, docNum, '1.0');
    const externallyEffective = how % 7 === 6;
    const functionalArea = pick(stage.models.areas, which)?.name;
    const { approvers, places: steps } = asked(stage, functionalArea, which);
    await attempt(stage, by, createDocument, {
      ...sop(docNum),
      functionalArea,
      version: '1.0',
      ...files,
      approvers: externallyEffective ? [] : approvers,
      steps: externallyEffective ? [] : steps,
      externallyEffective,
      declarationReason: externallyEffective ? 'It is on paper.' : '',
      change: changeOf(stage, null, choices),
      send: how % 3 > 0,
    });
  },

  async 'document.edit_draft'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'CREATED'), which);
    if (!document) return;
    const by = doer(stage, who, managers(stage, document));
    const files = await upload(stage, by, document.doc_num, document.version, document.uid);
    const { doc_num: docNum, type, version, functional_area: functionalArea } = document;
    await attempt(stage, by, editDraft, {
      document: document.uid,
      name: document.name,
      docNum,
      type,
      version,
      functionalArea,
      ...files,
      approvers: uidsOf(some(authors(stage), how).slice(0, 3)),
      externallyEffective: how % 9 === 0,
      send: how % 2 === 0,
    });
  },

  async 'document.attach_file'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'CREATED', 'REJECTED'), which);
    if (!document) return;
    const by = doer(stage, who, managers(stage, document));
    const { working, final } = await upload(stage, by, document.doc_num, String(how), document.uid);
    const [kind, objectKey] = how % 2 ? ['working', working] : ['final', final];
    await attempt(stage, by, attachFile, { document: document.uid, kind, objectKey });
  },

  async 'document.send_for_review'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'CREATED'), which);
    if (!document) return;
    await attempt(stage, doer(stage, who, managers(stage, document)), sendForReview, {
      document: document.uid,
      ...asked(stage, document.functional_area, how),
    });
  },

  async 'document.save'(stage, { which, who, how }) {
    const document = pick(inStatus(stage), which);
    if (!document) return;
    const by = doer(stage, who, managers(stage, document));
    const files = how % 3 === 0 ? await upload(stage, by, document.doc_num, document.version, document.uid) : {};
    const isDated = ['APPROVED', 'PENDING'].includes(document.status);
    await attempt(stage, by, saveDocument, {
      ...wholeOf(document),
      ...files,
      ...(how % 4 === 1 && { version: nextVersion(document) }),
      ...(isDated && { departments: departmentsOf(stage, how), effectiveAt: inDays(1 + (how % 30)) }),
      reason: reasonOf(how),
    });
  },

  async 'document.discard'(stage, { which, who, how }) {
    if (how % 3 > 0) return;
    const by = doer(stage, who, authors(stage));
    const docNum = stage.number();
    const draft = { ...sop(docNum), version: '1.0', working: '', final: '', send: false };
    const made = await attempt(stage, by, createDocument, draft);
    const document = made.ok ? made.value.document : pick(inStatus(stage, 'CREATED'), which)?.uid;
    if (document) await attempt(stage, by, discardDocument, { document });
  },

  async 'document.publish'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'APPROVED'), which);
    if (!document) return;
    await attempt(stage, doer(stage, who, admins(stage)), publishDocument, {
      document: document.uid,
      departments: departmentsOf(stage, how),
      effectiveAt: inDays(document.externally_effective ? -3 : 1 + (how % 30)),
      waiveTraining: how % (document.effective_version ? 2 : 4) === 0,
      reason: reasonOf(who),
    });
  },

  async 'document.preview_training'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'APPROVED', 'PENDING', 'EFFECTIVE'), which);
    if (!document) return;
    const by = doer(stage, who, admins(stage));
    const scheduled = document.status !== 'APPROVED';
    const departments = departmentsOf(stage, how);
    const effectiveAt = document.status === 'EFFECTIVE' ? undefined : inDays(1 + (how % 30));
    const input = {
      document: document.uid,
      departments,
      effectiveAt,
      ...(!scheduled && { waiveTraining: how % 5 === 0 }),
    };
    const shown = await attempt(stage, by, previewTraining, { ...input, scheduled });
    if (!shown.ok) return;
    stage.previewed = { assigned: shown.value.assigned };
    const { previewToken } = shown.value;
    const command = scheduled ? rescheduleDocument : publishDocument;
    const sent = await attempt<never, { assigned: number }>(stage, by, command as never, {
      ...input,
      previewToken,
      reason: 'As the preview says.',
    });
    stage.previewed = sent.ok ? { assigned: shown.value.assigned, happened: sent.value.assigned } : null;
  },

  async 'document.assign_departments'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'APPROVED', 'PENDING', 'EFFECTIVE'), which);
    if (!document) return;
    const departments = departmentsOf(stage, how);
    const input = { document: document.uid, departments, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, admins(stage)), assignDepartments, input);
  },

  async 'document.give_effective_date'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'APPROVED', 'PENDING'), which);
    if (!document) return;
    const by = doer(stage, who, admins(stage));
    // The departments are prepared before.
    if (document.status === 'APPROVED')
      await attempt(stage, by, assignDepartments, { document: document.uid, departments: departmentsOf(stage, how) });
    const dated = { document: document.uid, effectiveAt: inDays(1 + (how % 40)), reason: reasonOf(which) };
    await attempt(stage, by, giveEffectiveDate, { ...dated, waiveTraining: how % 5 === 0 });
  },

  async 'document.reschedule'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'PENDING', 'EFFECTIVE'), which);
    if (!document) return;
    await attempt(stage, doer(stage, who, admins(stage)), rescheduleDocument, {
      document: document.uid,
      departments: departmentsOf(stage, how),
      ...(document.status === 'PENDING' && how % 2 === 0 && { effectiveAt: inDays(1 + (how % 40)) }),
      reason: reasonOf(how),
    });
  },

  async 'document.revise'(stage, choices) {
    const { which, who, how } = choices;
    const possible = inStatus(stage, 'EFFECTIVE', 'PENDING', 'REJECTED', 'APPROVED', 'IN_REVIEW');
    const requested = possible.filter((one) => acceptedOf(stage, one).length > 0);
    // Each second time what somebody asked for.
    const document = pick(requested.length > 0 && who % 2 ? requested : possible, which);
    // What is in force is revised more often than what is on its way.
    if (!document || (!['EFFECTIVE', 'REJECTED'].includes(document.status) && how % 4 > 0)) return;
    const by = doer(stage, who, managers(stage, document));
    await attempt(stage, by, reviseDocument, await revisionOf(stage, by, document, choices));
  },

  async 'document.revise_prepared'(stage, choices) {
    const { which, who, how } = choices;
    const document = pick(inStatus(stage, 'EFFECTIVE', 'REJECTED', 'APPROVED'), which);
    if (!document) return;
    const by = doer(stage, who, managers(stage, document));
    const { version, working, final, change, reason } = await revisionOf(stage, by, document, choices);
    const { document: uid, declare: _, ...whole } = wholeOf(document);
    const revision = { ...whole, version, working, final: how % 4 === 0 ? '' : final, change };
    await attempt(stage, by, revisePrepared, { document: uid, revision, reason });
  },

  async 'document.record_review'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'EFFECTIVE'), which);
    if (!document) return;
    const outcome = how % 2 ? 'no_change_needed' : 'revise';
    const input = { document: document.uid, outcome, comment: 'Read against the standard.' };
    await attempt(stage, doer(stage, who, managers(stage, document)), recordReview, input);
  },

  async 'document.retire'(stage, { which, who, how }) {
    const document = pick(inStatus(stage), which);
    if (!document || how % 5 > 0) return;
    const input = { document: document.uid, reason: 'The line was closed.' };
    await attempt(stage, doer(stage, who, admins(stage)), retireDocument, input);
  },

  async 'document.reinstate'(stage, { which, who, how }) {
    const document = pick(inStatus(stage, 'RETIRED'), which);
    if (!document || how % 2 > 0) return;
    const input = { document: document.uid, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, admins(stage)), reinstateDocument, input);
  },

  async 'document.transfer_ownership'(stage, { which, who, how }) {
    const document = pick(inStatus(stage), which);
    const owner = pick(authors(stage), how);
    if (!document || !owner || how % 3 > 0) return;
    const input = { document: document.uid, owner: owner.uid, reason: reasonOf(who) };
    await attempt(stage, doer(stage, who, managers(stage, document)), transferOwnership, input);
  },

  async 'document.waive_separation'(stage, { which, who }) {
    const document = pick(inStatus(stage), which);
    if (!document) return;
    const input = { document: document.uid, reason: 'Nobody else knows the method.' };
    await attempt(stage, doer(stage, who, admins(stage)), waiveSeparation, input);
  },

  async 'reading.open'(stage, { which, who, how }) {
    const version = pick(stage.models.versions, which);
    if (!version) return;
    const kind = pick(['final', 'working', 'signed'] as const, how);
    const original = {
      document: version.document_uid,
      version: version.version,
      kind,
      purpose: 'manage',
      original: true,
    };
    await attempt(stage, doer(stage, who, stage.people), openFile, original);
  },

  async 'reading.retrieve_original'(stage, { which, who }) {
    const version = pick(stage.models.versions, which);
    if (!version) return;
    const { document_uid: document, version: number, final_file: file } = version;
    const program = pick(stage.programs, who);
    const by = program && who % 2 ? asProgram(program) : doer(stage, who, authors(stage));
    await attempt(stage, by, recordRetrieval, { document, version: number, sha256: file.sha256 });
  },
};
