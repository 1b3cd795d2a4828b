/** For the person who opens an archive without knowing the product. */
export const readme = `An archive of one organisation, made by Imprimatur

It holds the organisation at one position of its ledger: manifest.json says which, and has the SHA-256 of every file.

  ledger/events-*       each event's exact bytes, one a line, from position 1: what the Merkle tree (RFC 6962) hashes
  ledger/commands-*     where each command begins and ends, and its stored answer
  ledger/checkpoints-*  the signed checkpoints (C2SP tlog-checkpoint)
  files/                every file that an event names, by its key in storage
  app/                  notifications, saved lists and the reminders that were sent
  organisation.json     name and settings, to read
  keys.txt              the public keys that signed the checkpoints (C2SP verifier keys)
  manifest.sig          the signature of manifest.json (C2SP signed note), by the key in made-with.txt

There is no password, second factor, session, token, signing secret or private key in it.

To make the organisation again in another installation:

  npm run org -- import ARCHIVE

The other installation has to know the keys first: ask for their fingerprints through a separate channel.
`;
