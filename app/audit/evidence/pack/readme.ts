import { lasting } from '#app/ui/text/count.ts';
import { parts, type Contents } from '#app/audit/evidence/verify/contents.ts';

const simulated = `

THIS IS A DEMONSTRATION, AND ITS PAST IS SIMULATED: "recordedAt" of an event is a made-up time where "recordedAtClock",
which is what the clock read, is later. The first event of the ledger says so (timesSimulated).`;

/** The README.txt of a pack: how to verify it with public tools alone. A test runs each command. */
export function readmeOf(
  { organisation, subject, checkpoint, events }: Contents,
  keyFingerprint: string,
  { timesSimulated }: { timesSimulated: boolean },
): string {
  const event = parts.event(events.first);
  const proof = parts.proof(events.first);
  return `EVIDENCE PACK

${subject.title}
${organisation.name}
${lasting(events.count, 'event')} of the organisation's ledger, at its checkpoint of ${checkpoint.size}.${
    timesSimulated ? simulated : ''
  }


WHAT IS IN IT

index.html, index.pdf   what happened, to read. Begin there
events/N.json           the exact bytes of event No. N, as they were recorded
events/N.tlog-proof     its proof: a C2SP tlog-proof (https://c2sp.org/tlog-proof)
files/                  the PDFs that the events record, and the comparisons of versions (.json) that signatures name,
                        byte for byte
checkpoint              the ledger's signed state: a C2SP tlog-checkpoint (https://c2sp.org/tlog-checkpoint)
checkpoints/N           earlier ones, each signed soon after an event of this pack
checkpoints/N.consistency  the proof that the ledger at N is the beginning of the ledger at the checkpoint (RFC 6962), as
                        a C2SP tlog-witness request (https://c2sp.org/tlog-witness)
keys/log.vkey           the public key, as note tools take it; keys/log.pem is the same for openssl
keys/seal-N.pem         the certificate with which the organisation seals signed PDFs, if any, and its issuer's
pack.json               the same facts for programs
SHA256SUMS              the SHA-256 of each file above; SHA256SUMS.note is signed by the same key
verify.mjs              a program that checks all of it; verify.go with passkeys.go is another


THE KEY

A pack cannot prove whose key it is. Ask the organisation, by telephone or on paper, for the fingerprint of its key
and compare it with this one, which step 2 prints:

  ${keyFingerprint}


1. WITH ONE PROGRAM (Node.js 20 or newer, no network)

  node verify.mjs .

It says what holds and exits with 0, or names the file and the reason and exits with 1. "node verify.mjs ../pack.zip"
checks the zip itself. With --certificate and the fingerprint of the organisation's certificate or its file (see 5), it
also rejects a pack whose index.pdf is sealed with another. If you do not trust this copy of the program, take it
from the organisation's own address (/verify/verify.mjs), or go on with step 2, which uses other people's programs
alone.


2. WITH sha256sum AND openssl (3.0 or newer)

The files are those that were packed:

  sha256sum --check --quiet SHA256SUMS

The list of files is signed. This prints "Signature Verified Successfully":

  head -n 3 SHA256SUMS.note > /tmp/statement
  tail -n 1 SHA256SUMS.note | cut -d ' ' -f 3 | base64 -d | tail -c 64 > /tmp/signature
  openssl pkeyutl -verify -pubin -inkey keys/log.pem -rawin -in /tmp/statement -sigfile /tmp/signature

and the statement names the list. Both lines are the same:

  sha256sum SHA256SUMS | cut -d ' ' -f 1
  sed -n 's/^SHA256SUMS //p' /tmp/statement

The checkpoint is signed by the same key:

  head -n 3 checkpoint > /tmp/statement
  tail -n 1 checkpoint | cut -d ' ' -f 3 | base64 -d | tail -c 64 > /tmp/signature
  openssl pkeyutl -verify -pubin -inkey keys/log.pem -rawin -in /tmp/statement -sigfile /tmp/signature

The fingerprint of the key, to compare with what the organisation sent you:

  openssl pkey -pubin -in keys/log.pem -outform DER | sha256sum


3. WITH GO (1.19 or newer) and golang.org/x/mod, which checks Go's own packages in the same way

verify.go opens the checkpoints and the signed list of files with sumdb/note, checks each event's place and each earlier
checkpoint with sumdb/tlog, the SHA-256 of each file, and that each comparison that a signature names is one of them;
passkeys.go checks signatures that were made with passkeys or
with single sign-on. Copy both into an empty folder, and name the folder of this pack:

  go mod init check && go get golang.org/x/mod@v0.17.0
  go run verify.go passkeys.go FOLDER

On Debian or Ubuntu with the package golang-golang-x-mod-dev it runs here, and without a network:

  GO111MODULE=off GOPATH=/usr/share/gocode go run verify.go passkeys.go .


4. BY HAND, ONE EVENT

The leaf of an event is the SHA-256 of one zero byte and the event's bytes (RFC 6962, section 2.1):

  event=${event}
  proof=${proof}
  hash=$( ( printf '\\000'; cat $event ) | openssl dgst -sha256 -binary | base64 )

The proof names the event's index in the tree and the hashes beside its way up to the root. Two nodes give the
SHA-256 of one byte 01, the left and the right one; RFC 9162, section 2.1.3.2, says on which side each stands:

  node() { ( printf '\\001'; echo $1 | base64 -d; echo $2 | base64 -d ) | openssl dgst -sha256 -binary | base64; }
  at=$(sed -n 's/^index //p' $proof)
  last=$(( $(sed -n 2p checkpoint) - 1 ))
  for other in $(sed -n '/^index/,/^$/p' $proof | grep '=$'); do
    if [ $(( at % 2 )) = 1 ] || [ $at = $last ]; then
      hash=$(node $other $hash)
      while [ $(( at % 2 )) = 0 ] && [ $at != 0 ]; do at=$(( at / 2 )); last=$(( last / 2 )); done
    else
      hash=$(node $hash $other)
    fi
    at=$(( at / 2 )); last=$(( last / 2 ))
  done

What came out is the root that the checkpoint signs. Both lines are the same:

  echo $hash
  sed -n 3p checkpoint

The event names the SHA-256 of each file that it records and of the PDF that was signed. Compare it with:

  sha256sum files/*


5. THE PDFs, where this pack holds signed ones

verify.mjs checks the seals of signed PDFs as well: it names the certificate and the time. So does pdfsig (poppler):

  for f in files/*-signed-*.pdf; do echo $f; pdfsig -nocert $f; done

It says of the last signature of each that it is valid and that the total document is signed. The certificate and
its issuer's are in keys; this prints whose the first is, and its fingerprint, to compare with what the organisation
sent you:

  for f in keys/seal-*.pem; do openssl x509 -noout -subject -issuer -dates -fingerprint -sha256 -in $f; done

A signed PDF begins with the PDF that was signed, unchanged; versions with the same PDF share its file. Where that PDF
had restrictions or was repaired, it begins with a rendition of it: the event that records the PDF and the pages of
signatures name its SHA-256, the event its size too. This names the others:

  for f in files/*-signed-*.pdf; do
    for o in \${f%-v*-signed-*}-v*-original-*.pdf; do
      if [ -e $o ] && head -c $(wc -c < $o) $f | cmp -s - $o; then echo $f begins with $o; fi
    done
  done


WHAT IT PROVES, AND WHAT NOT

Each event was in the ledger, at its place and with exactly these bytes, when the checkpoint was signed; the ledger has
only grown since each earlier checkpoint; each PDF is the one that was recorded and signed. A signature with a passkey
(its event has an assertion, WebAuthn) was made by the key whose AuthenticatorEnrolled event this pack holds as well.
One with single sign-on (its event has a nonce, OpenID Connect) names the SHA-256 of its own words, which the issuer was
asked about; the issuer's token itself is not stored, so that this part rests on the organisation's server.

What is written for reading (index.html, index.pdf, this page, the names and titles in pack.json) comes from the
organisation's server. It is signed with the pack and not compared with the events: where they differ, the events
count. It does not prove whose key it is (see above), nor that the server's clock was right, nor that nothing else
happened:
the ledger has other events, and this pack holds those of its subject${
    subject.kind === 'organisation' ? ' (of a period, all of them: their numbers have no gap)' : ''
  }.
`;
}
