/** The names of the ledger's streams. One home, so that a reader and a writer can't differ. */
export const streams = {
  organisation: 'organisation',
  /** Every TrainingAssigned of an organisation: coverage changes conflict here instead of missing each other. */
  assignment: 'assignment',
  document: (uid: string) => `document-${uid}`,
  reading: (document: string, user: string) => `reading-${document}-${user}`,
  /** `caller`: a person or a service account. */
  retrieval: (document: string, caller: string) => `retrieval-${document}-${caller}`,
  /** Training cancelled because of the document. */
  training: (document: string) => `training-${document}`,
  /** Training cancelled because of the person. */
  learner: (user: string) => `learner-${user}`,
  record: (record: string) => `record-${record}`,
  /** Reminders of open training that somebody sent to the person. */
  reminders: (user: string) => `reminders-${user}`,
  user: (uid: string) => `user-${uid}`,
  access: (user: string) => `access-${user}`,
  /** Emails to the person that were refused and are sent again. */
  emails: (user: string) => `emails-${user}`,
  /** Evidence that the person took out of the system. */
  evidence: (user: string) => `evidence-${user}`,
  department: (uid: string) => `department-${uid}`,
  /** A change request. */
  request: (uid: string) => `request-${uid}`,
  /** The import of a library. */
  import: (uid: string) => `import-${uid}`,
  route: (uid: string) => `route-${uid}`,
  webhook: (uid: string) => `webhook-${uid}`,
  function: (uid: string) => `function-${uid}`,
  functionalArea: (area: string) => `functional-area-${area}`,
  serviceAccount: (uid: string) => `service-account-${uid}`,
} as const;
