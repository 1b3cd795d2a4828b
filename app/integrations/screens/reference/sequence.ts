/** A step of the worked example: what it does, and its lines for a shell. */
export interface Step {
  title: string;
  lines: string;
}

/**
 * From a draft to a published document, as curl calls that run as they are printed (a test runs them). An author
 * creates and sends, an approver signs, an admin publishes: people, because a program signs nothing, and three, because
 * with separation of duties the admin of the final approval is not the only approver.
 */
export const workedSequence = (origin: string): Step[] => [
  {
    title: 'Sign in as the author, the approver and the admin',
    lines: `API='${origin}/api'
call() { curl -sS --fail-with-body -w '\\n' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }
sign_in() {
  jq -n '{email: $email, password: $password, code: $code} | del(.[] | select(. == ""))' \\
    --arg email "$1" --arg password "$2" --arg code "$3" | call "$API/session" -d @- | jq .data
}
AUTHOR=$(sign_in "$AUTHOR_EMAIL" "$AUTHOR_PASSWORD" "$AUTHOR_CODE")
APPROVER=$(sign_in "$APPROVER_EMAIL" "$APPROVER_PASSWORD" "$APPROVER_CODE")
ADMIN=$(sign_in "$ADMIN_EMAIL" "$ADMIN_PASSWORD" "$ADMIN_CODE")`,
  },
  {
    title: 'Create a draft',
    lines: `TOKEN=$(echo "$AUTHOR" | jq -r .token)
DRAFT='{"name": "Glove Integrity Testing", "type": "SOP", "functionalArea": "QA", "docNum": "301", "version": "1.0"}'
DOC=$(call "$API/docs" -H 'Idempotency-Key: glove-301' -d "$DRAFT" | jq -r .data.uid)`,
  },
  {
    title: 'Upload the working file and the final PDF',
    lines: `PLACE=$(call "$API/docs/$DOC/uploadworking?filename=glove.fodt")
curl -sS --fail-with-body -T glove.fodt "$(echo "$PLACE" | jq -r .data.presigned)"
WORKING=$(echo "$PLACE" | jq -r .data.objectKey)
PLACE=$(call "$API/docs/$DOC/uploadeffective?filename=glove.pdf")
curl -sS --fail-with-body -T glove.pdf "$(echo "$PLACE" | jq -r .data.presigned)"
FINAL=$(echo "$PLACE" | jq -r .data.objectKey)
echo "$DRAFT" | jq --arg working "$WORKING" --arg final "$FINAL" \\
  '. + {fileWordObjectKey: $working, filePdfObjectKey: $final}' |
  call -X PUT "$API/docs/$DOC" -d @-`,
  },
  {
    title: 'Send it to the approver',
    lines: `APPROVER_UID=$(echo "$APPROVER" | jq -r .user.uid)
APPROVAL=$(call "$API/docs/$DOC/approvers" -d "[\\"$APPROVER_UID\\"]" | jq -r '.data.approvals[0].uid')`,
  },
  {
    title: 'Approve: read the PDF, then sign',
    lines: `TOKEN=$(echo "$APPROVER" | jq -r .token)
curl -sS --fail-with-body -o to-sign.pdf "$(call "$API/docs/$DOC/downloadtrainingdoc?working=true" | jq -r .data)"
echo "$APPROVER" | jq '{signedName: (.user.firstName + " " + .user.lastName), docHash: $doc,
  credentialCheck: ({email: .user.email, password: $password, code: $code} | del(.[] | select(. == "")))}' \\
  --arg doc "$DOC" --arg password "$APPROVER_PASSWORD" --arg code "$SIGNING_CODE" |
  call "$API/approvals/$APPROVAL/approve" -d @-`,
  },
  {
    title: 'Publish as the admin: departments, then the effective date',
    lines: `TOKEN=$(echo "$ADMIN" | jq -r .token)
ORG=$(echo "$ADMIN" | jq -r .user.org.uid)
call "$API/orgs/$ORG/departments" | jq '[.data[0].uid]' | call "$API/docs/$DOC/departments" -d @-
call "$API/docs/$DOC/effectivedate" -d '"2035-01-15"'
call "$API/docs/$DOC" | jq -r .data.status`,
  },
];

/** Whom and what the worked example needs, in every preset. */
export const workedSequenceNeeds: readonly string[] = [
  'The functional area QA, and a department. The document SOP - QA - 301 must be free.',
  'An author: set `AUTHOR_EMAIL` and `AUTHOR_PASSWORD`.',
  'An approver, who is another author or an admin: set `APPROVER_EMAIL` and `APPROVER_PASSWORD`. ' +
    'If identities are verified before signing, an admin has verified this one. ' +
    'With a quality unit, this person is of it.',
  'An admin, who gives final approval: set `ADMIN_EMAIL` and `ADMIN_PASSWORD`. ' +
    'With separation of duties this is not the approver.',
  'For each person with a second factor, a code of the authenticator app: set `AUTHOR_CODE`, `APPROVER_CODE` and ' +
    '`ADMIN_CODE`. If the approver is asked for one to sign, set `SIGNING_CODE` to a later code before that step.',
];

/** The sign-in of somebody with an authenticator app, as curl calls that run as they are printed (a test runs them). */
export const secondFactorSequence = (origin: string): Step[] => [
  {
    title: 'Email and password, answered with a challenge',
    lines: `API='${origin}/api'
send() { curl -sS --fail-with-body -H 'Content-Type: application/json' "$@"; }
REFUSAL=$(jq -n '{email: $email, password: $password}' --arg email "$EMAIL" --arg password "$PASSWORD" |
  send "$API/session" -d @- || true)
echo "$REFUSAL" | jq -r '.status, .type'`,
  },
  {
    title: 'The challenge and the code, answered with a token',
    lines: `CHALLENGE=$(echo "$REFUSAL" | jq -r .challenge)
TOKEN=$(jq -n '{challenge: $challenge, code: $code}' --arg challenge "$CHALLENGE" --arg code "$CODE" |
  send "$API/session" -d @- | jq -r .data.token)
send -H "Authorization: Bearer $TOKEN" "$API/me" | jq -r .data.email`,
  },
];
