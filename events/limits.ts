/** The specification's limits and constants (product.md section 9). Lengths are in characters. */
export const limits = {
  documentName: 80,
  reason: 1000,
  quotedWords: 500,
  changePlace: 80,
  changeWhat: 300,
  changeReference: 200,
  functionalArea: 4,
  departmentName: 80,
  functionName: 80,
  routeName: 80,
  routeStepName: 60,
  relation: 80,
  personName: 80,
  serviceAccountName: 80,
  email: 254,
  emailLocalPart: 64,
  emailDomainLabel: 63,
  signedName: 160,
  organisationName: 120,
  /** Bytes of the largest PDF whose pages are shown within the product. */
  pdfShown: 30 * 1024 * 1024,
  /** Hours that a verification code stays valid. */
  codeHours: 24,
  /** Days. */
  trainingInterval: 365,
  reviewInterval: 730,
} as const;
