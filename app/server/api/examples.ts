const uid = (last: string): string => `5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c${last}`;
const [quality, laboratory, ines, noor, unit, document] = ['01', '02', '11', '12', '21', '31'].map(uid);
const [password, newPassword] = ['corridor-battery-09-lamp', 'harbour-violet-31-kettle'];
const email = 'ines.okafor@northmere.example';
/** 9 December 2026, 12:00 UTC. */
const effectiveDate = 1_796_817_600_000;

const draft = { name: 'Batch Record Review', type: 'SOP', functionalArea: 'QA', docNum: '007', version: '1.0' };
const change = {
  kind: 'minor',
  reason: 'The new analyser has other limits.',
  summary: [{ place: 'Section 4.2', what: 'Limits of the new analyser.' }],
  origin: [{ kind: 'external', reference: 'CAPA-0012' }],
  trainingImpact: 'read',
  trainingReason: null,
};
const signed = { signedName: 'Ines Okafor', credentialCheck: { email, password }, docHash: document, consent: true };
const route = {
  name: 'Procedures of QA',
  types: ['SOP', 'Work_Instruction'],
  areas: ['QA'],
  changeKinds: ['new', 'major'],
  separation: 'strict',
  samePerson: false,
  steps: [
    { name: 'Process owner', meaning: 'reviewed', howMany: 1, days: 5, who: { kind: 'named_by_owner' } },
    {
      name: 'Quality unit',
      meaning: 'quality_approved',
      howMany: 'all',
      days: 3,
      who: { kind: 'function', function: unit },
    },
  ],
};
const person = { firstName: 'Ines', lastName: 'Okafor', role: 'AUTHOR', departments: [quality, laboratory] };

/** A body of each operation that has one, for the description and the reference page. */
export const examples: Readonly<Record<string, unknown>> = {
  createSession: { email, password },
  forgotPassword: { email },
  resetPassword: { email, code: '734912', newPassword },
  changePassword: { currentPassword: password, newPassword },
  resendCode: { email },
  checkPassword: { email, password },
  inviteUser: { ...person, email },
  editUser: { ...person, reason: 'She joins the laboratory.' },
  reactivateUser: { status: 'INVITED', reason: 'Back from parental leave.' },
  verifyIdentity: { how: 'in_person' },
  unlockUser: { reason: 'She called from the plant; the failures were her own.' },
  changeUserEmail: { email: 'ines.okafor-lind@northmere.example', reason: 'Married.' },
  confirmUserEmail: { username: 'ines.okafor-lind@northmere.example', confirmationCode: '734912' },
  sendEmailAgain: { key: `1042/approval-wanted/${noor}` },
  confirmUser: { username: email, confirmationCode: '734912', newCredential: newPassword },
  createDepartment: { name: 'Quality' },
  renameDepartment: { name: 'Quality Assurance', reason: 'As on the new chart.' },
  createFunctionalArea: { name: 'QA' },
  editFunctionalArea: { name: 'QS', reason: 'Quality Systems from now on.' },
  createFunction: { name: 'Quality unit' },
  editFunction: { name: 'Quality control unit', reason: 'As 21 CFR 211.22 calls it.' },
  grantFunction: { user: noor, from: '2026-12-09', until: '2027-12-08', reason: 'Named by the site head.' },
  declareAbsence: { from: '2026-12-21', until: '2027-01-04', deputy: noor, reason: 'Leave.' },
  defineRoute: route,
  changeRoute: { ...route, name: 'Procedures of quality', reason: 'Work instructions take it too.' },
  retireRoute: { reason: 'The area was closed.' },
  createDocument: { ...draft, trainingInterval: 365, reviewInterval: 730 },
  saveDocument: { ...draft, name: 'Review of Batch Records', effectiveDate, reason: 'Two weeks more for training.' },
  reviseDocument: {
    ...draft,
    version: '2.0',
    fileWordObjectKey: `${document}/working`,
    filePdfObjectKey: `${document}/final`,
    change,
  },
  retireDocument: { reason: 'Replaced by SOP-QA-009.' },
  reinstateDocument: { reason: 'The line was opened again.' },
  transferOwnership: { owner: noor, reason: 'Ines leaves in June.' },
  waiveSeparation: { reason: 'The second approver is in hospital; the site head knows.' },
  nameApprovers: [{ user: ines }, { user: noor }],
  publishDocument: effectiveDate,
  setEffectiveDate: effectiveDate,
  assignDepartments: [quality, laboratory],
  requestChange: {
    version: '1.0',
    page: 3,
    words: 'at least 15 minutes',
    text: 'The pump needs 20.',
    urgency: 'normal',
  },
  decideChangeRequest: { decision: 'decline', reason: 'The pump is being replaced.' },
  makeComment: { version: '2.0', page: 3, words: '5 g', text: 'Should this be 50 g?', mustFix: true },
  answerComment: { text: 'It should; the table is right.' },
  resolveComment: { how: 'Section 4.2 now says 50 g.' },
  approve: { ...signed, reason: 'I approve of this document.' },
  disapprove: { ...signed, reason: 'The limits of section 4 are missing.' },
  signRecord: { ...signed, reason: 'I have read and understand.' },
  registerWebhook: { url: 'https://hooks.example.com/imprimatur', kinds: ['document.effective', 'training.completed'] },
  changeWebhook: { url: 'https://hooks.example.com/quality', kinds: ['document.effective'], reason: 'A new server.' },
  rotateWebhookSecret: { reason: 'It was in a screenshot.' },
  enableWebhook: { reason: 'The receiver is repaired.' },
  skipWebhookDelivery: { reason: 'The receiver cannot read it.' },
};
