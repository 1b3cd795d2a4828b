import { limits } from './limits.ts';

/**
 * The messages of the rules: verbatim from the specification (product.md sections 5, 6 and 8), otherwise one plain
 * sentence that names the obstacle.
 */
export const texts = {
  required: 'This field is required.',
  invalid: 'Invalid Input.',
  fixed: 'This cannot be changed here.',
  email: 'Enter a valid email address',
  futureDate: 'Choose a date in the future',
  versionFormat: 'Must use ###.## format',
  versionNotNewer: 'Version number must be increasing',

  trainingOutside: 'Read and sign; practical training is kept elsewhere.',
  quizOutside: 'Read and sign; the quiz is kept elsewhere.',

  documentNameRequired: 'Must enter a valid document name.',
  documentNameSpecial: 'Name must not start with a special character.',
  documentNameInUse: 'Document name is already in use.',
  documentNumberInUse: 'Document with matching Type and ID already exists.',
  publishRequiresAdmin: 'Must be an Admin user to publish a document.',
  retireRequiresAdmin: 'Admin access required to retire a document.',

  approvalNotYours: "You don't have permission to approve this document.",
  recordNotYours: "You don't have permission to review this document.",
  recordCompleted: 'You have already reviewed this document.',
  signatureName: 'The signature must be your own name.',
  signatureEmail: 'The entered email address does not match your user profile.',

  signatureLocked: 'The signature form is locked until then.',
  localAdmin: 'Name another local admin under Settings, Single sign-on first.',
  lockedUntilUnlocked: 'Your account stays locked until an admin of your organisation unlocks it.',
  identityUnverified: 'An admin must verify your identity before you can sign.',
  statementMissing: 'Accept the statement on electronic signatures before the first signature.',

  emailFormat: 'Invalid email address format.',
  emailInUse: 'This email address is already in use.',
  alreadyConfirmed: 'User is already confirmed.',
  codeWrong: 'Invalid verification code provided.',
  programEnteredEmail: 'A program entered this address. Sign in with your present email first, then enter the code.',
  codeExpired: 'Verification code has expired. Please request a new code.',
  passwordNotAccepted: 'Password was not accepted.',

  departmentNameRequired: 'Must enter a valid department name.',
  departmentNameReserved: 'Invalid department name.',
  departmentExists: 'A department with this name already exists.',
  departmentConflict: 'Attempting to save a department with a conflicting name.',
  functionalAreaName: 'Must enter a valid functional area name.',
  functionalAreaExists: 'A functional area with this name already exists.',
} as const;

/** What a revision lacks where the organisation requires a reason and a summary of each (ISO 13485 4.2.4 c). */
export const changeMissing = {
  reason: 'Say why this version is made.',
  summary: 'Say in one line or more what changes.',
} as const;
export const trainingUnexplained = 'Say why nobody needs training on this version.';

/** The specification's general message, followed by the format that is asked for. */
const invalid = (format: string) => `${texts.invalid} ${format}`;

const onOneLine = (most: number) => `Enter up to ${most} characters on one line.`;

/** One line of at most `most` characters. */
export const invalidLine = (most: number) => invalid(onOneLine(most));
export const invalidText = (most: number) => invalid(`Enter up to ${most} characters.`);
/** Of a department's name that is not reserved, but too long or not on one line. */
export const invalidDepartmentName = `${texts.departmentNameReserved} ${onOneLine(limits.departmentName)}`;
export const invalidDate = invalid('Enter a date, for example 09 Dec 2026.');
/** Of a call that takes no other date. */
export const invalidMoment = invalid('Enter a date as milliseconds since 1970, for example 1796774400000.');
export const invalidNumber = (example: string) => invalid(`Enter an ID such as ${example}, not all zeros.`);
export const invalidChoice = (choices: readonly string[]) =>
  invalid(`Choose ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`);
/** Of a filter of a call: what is not there, or belongs to another organisation. */
export const invalidFilter = {
  user: invalid('Enter the uid of a person of the organisation.'),
  department: invalid('Enter the uid of a department of the organisation.'),
  document: invalid('Enter the uid of a document of the organisation.'),
};
export const versionZero = invalid('Enter a version above 0.0.');
export const versionLast = invalid('No version could follow 999.99. Enter a lower one.');
