/** What the names and the types of columns do not say. */
export const notes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'app.call_answer': { key: 'A keyed hash.', fingerprint: 'A keyed hash.', sealed: 'Null while the request runs.' },
  'app.certificate_authority': {
    fingerprint: 'SHA-256 in lower-case hex.',
    certificate: 'DER.',
    private_key: 'Encrypted.',
  },
  'app.file_text': {
    letters: 'Letters of its text: 0 where it has none (a scan); null where the file cannot be read.',
  },
  'app.kept_form': {
    page: 'Path and query of the page that shows the form.',
    browser: 'The browser that the form is restored in; empty: any that the person uses.',
    fields: "Names and values in the form's order.",
    files: 'Keys of stored files that the form refers to.',
  },
  'app.list_choice': { choice: "Address parameters: the list's last sorting and filters." },
  'app.list_view': {
    name: 'What its person calls it.',
    filters: 'Address parameters: search, filters and order.',
  },
  /** A reminder that was sent. */
  'app.notice': {
    about: 'The uid of the training record, approval, document or person.',
    occasion: 'The reminder key.',
  },
  'app.notification': { number: 'Counts up.', path: 'Where it leads, within the product.' },
  'app.notification_choice': { read_number: 'Up to which number the list was read.' },
  'app.page_text': {
    page: 'Counts from 1; files without pages have page 1.',
    part: 'A long page has several.',
    language: "PostgreSQL's text search configuration.",
  },
  'app.prepared_change': {
    user_uid: 'Who prepared it: a person or a service account.',
    version: "The document's version when this was prepared.",
  },
  /** A queued report. */
  'app.report': {
    key: 'SHA-256 of the requester and the request, in lower-case hex.',
    made_by: "The requester's name in the report.",
    request: 'Including its position.',
    done: 'Finished rows of about `total`.',
  },
  'app.seal_certificate': {
    fingerprint: 'SHA-256 in lower-case hex.',
    certificate: 'DER.',
    private_key: 'Encrypted.',
    issuer: "The authority's certificate.",
  },
  'app.webhook_delivery': {
    uid: 'The id of the webhook: the same in every attempt.',
    position: 'Null for a test.',
    body: 'The exact text that is signed.',
    state: '`waiting`: tried again for three days, in order. `once`: one attempt that an admin asked for.',
    asked: 'An admin asked for one attempt, although its webhook may be turned off.',
    answer_status: 'Null where no answer came.',
    answer: 'The beginning of the answer, or why there was none.',
  },
  'app.webhook_progress': { position: 'How far the ledger was read.' },
  'identity.call_answer': {
    key: 'A keyed hash.',
    fingerprint: 'A keyed hash.',
    sealed: 'Null while the request runs.',
  },
  'identity.client_secret': { secret: 'Encrypted.' },
  'identity.credential': {
    password_hash: 'Argon2id (PHC string).',
    password_mac: 'Binds the hash to its person, its time and SECRET_KEY.',
    set_by: "The command id of the person's own change; null of passwords that were set otherwise.",
  },
  'identity.mail_sent': {
    to_user: "The person's uid; null for an email from before the column existed.",
    refusal: "The receiving side's words.",
    request:
      "The job's payload (EmailRequest), to send the same again; null for an email from before the column existed.",
    documents: 'The documents that it is about.',
  },
  'identity.passkey_challenge': { words: 'Those of a signature; null where a new passkey is enrolled.' },
  'identity.recovery_code': { hash: 'HMAC-SHA-256 of the code.' },
  'identity.service_token': { hash: 'SHA-256 of the token.' },
  'identity.session': {
    hash: 'SHA-256 of the session id, lower-case hex.',
    ended_at: 'Set when the session has ended; the row goes once that is recorded.',
  },
  'identity.sign_in_challenge': { hash: 'SHA-256 of the challenge.' },
  'identity.single_sign_on_flow': { state: 'SHA-256.' },
  'identity.totp': {
    secret: 'Encrypted with a key of SECRET_KEY.',
    last_step: 'Steps of 30 seconds since 1970.',
  },
  /** Days on which a person is away. */
  'read.absence': {
    from_day: 'A day of the organisation, included.',
    until_day: 'As `from_day`.',
    deputy_uid: 'Who approves in their place.',
  },
  /** A person who is asked to approve a version, and the signature. */
  'read.approval': {
    user_name: "The approver's name when asked.",
    step: 'The number, from 1, of the step of its route.',
    function_name: 'The function that the person was asked for.',
    signer_uid: 'The deputy who signed; null where the person who was asked did.',
    signer_name: 'The printed name at the time of signing.',
    sha256: 'Of the exact PDF that was signed.',
    signed_with: 'How the signer was checked: `email and password`.',
    comparison: 'SHA-256 of the comparison with an earlier version that the form showed.',
  },
  /** A person's second factor. */
  'read.authenticator': { credential_id: 'Base64url; null where it is no passkey.' },
  /** A change of a document that a reader asked for. */
  'read.change_request': {
    version: 'The version that it is about.',
    page: 'Null for the whole document.',
    author_name: 'As it was at that time, as the other names.',
    reason: 'Why it was declined, or what was said with the acceptance.',
  },
  /** A document as it is now: the working version, and which version is in force. A discarded draft has no row. */
  'read.document': {
    name_key: 'For uniqueness: see `read.name_key`.',
    number_spellings: 'What somebody may type for the number: see `read.number_spellings`.',
    former_number: 'Of an imported document: the number that it had in its source.',
    status_order: "The specification's order; REJECTED last.",
    creator_uid: 'Stays when the ownership is transferred.',
    approved: 'The working version has all its approvals.',
    effective: 'Some version is in force.',
    training_version: 'The version whose training counts: the pending one while PENDING, else the one in force.',
    training_interval: 'Of the working version, in days.',
    review_interval: 'Of the working version, in days.',
    effective_training_interval: 'Of the version in force, in days; null where the working version has the same.',
    effective_review_interval: 'Of the version in force, in days; null where the working version has the same.',
    change: 'What the working version changes and why; of a draft as far as it is written.',
    revision_working_file: 'Attached already for the revision to come; the working version keeps its own.',
    revised_at: 'When its content last changed: created, edited, a file attached, revised.',
    reviewed_at: 'The latest periodic review.',
    approved_at: 'Of the working version, like `published_at` and `effective_at`.',
    latest_effective_at: 'Since when the version in force is in force.',
    review_due_at:
      'When the version in force is due for periodic review: the rule of `events/document/periodic-review.ts`.',
  },
  /** Every version that was ever sent to approvers or declared effective, with the name and the files that it had. */
  'read.document_version': {
    version_order: 'Newer is greater.',
    signed_file: 'The original with its manifestation page.',
    change: 'What it changes and why; null where nobody said so.',
    reason: 'Why it was revised; null of a first version and where nobody said so.',
    route_uid: 'The route that it was sent along; null where every approver was asked at once.',
    submitted_at: 'When it went to its approvers, or was declared effective.',
    submitted_by_name: 'Who did it, by the name of then.',
    training_waived: 'Null until it is published.',
    training_carried: 'Waived, with the training of the version before carried over.',
    effective_zone:
      'The IANA zone that the effective date was chosen in: its calendar date is that of `effective_at` there.',
    claimed: 'Of an imported version: what its source claims.',
    evidence: 'Of an imported version: the scan of the signatures.',
  },
  /** Who holds which function. */
  'read.function_grant': { from_day: 'A day of the organisation, included.', until_day: 'As `from_day`.' },
  'read.functional_area': { area: 'A uid; of an area of before it could be renamed, its first name in capitals.' },
  'read.library_import': { begun_by_name: 'As it was at that time, as the other names.' },
  /** A comment to a version in its review. */
  'read.review_comment': { area: 'A rectangle on the page.' },
  /** An admin's exception from the separation of duties, for one version of a document. */
  'read.separation_waiver': {
    covers: '`next`: the version that is sent for review after `version`.',
    waived_by_name: 'As it was at that time.',
  },
  /** A program that may call the API with the rights of its owner, as far as its scopes reach. */
  'read.service_account': {
    owner_name: 'As it was at that time.',
    token_uid: 'Names the one token that counts.',
  },
  'read.training_record': {
    reminded_at: 'When somebody reminded the person last.',
    carried_from: 'Completed without a signature of its own: the version whose signature (`signed_at`) counts.',
    claimed: 'Of an imported record: what its source claims. Nobody signed it here.',
    changed_at: 'When it was last assigned, completed, cancelled or due on another day.',
  },
  'read.user_account': {
    full_name: 'First and last name with a space between.',
    full_name_folded: 'Lower case without accents, for search and sorting: see `read.folded`.',
    email: 'Lower case; unique in the whole installation.',
    code_expires_at: 'Of the latest invitation or reactivation.',
    statement_accepted_at: '21 CFR 11.100(c): when the person accepted that signatures bind as handwritten ones do.',
    identity_how:
      '21 CFR 11.100(b): how it was verified, `earlier` for people of before the setting; null while nobody has.',
    identity_by: 'The printed name of the person who recorded it.',
    locked_until: 'The end of the latest lock that ends by itself; it may be past.',
    awaits_unlock_since: 'Since when a lock waits for an admin to end it.',
    pending_email: 'The address that the person has yet to confirm.',
    pending_email_until: 'Until when its code counts.',
    directory_issuer: "The account at the organisation's issuer, as `directory_subject`.",
  },
  /** A step of a version that was sent along a route. */
  'read.version_step': {
    step: 'From 1.',
    how_many: 'Null where all who are asked must sign.',
    separation: 'Of the whole route.',
    same_person: 'One person may be asked in several steps of the route.',
  },
  /** An address that events are announced to. */
  'read.webhook': {
    secret_uid: 'Names the signing secret.',
    former_secret_uid: 'The secret before, which signs too for a day after `rotated_at`.',
    registered_by: 'The person or the service account that registered it.',
    registered_position: 'Events after this position are sent.',
  },
};
