import { openFile } from '#app/commands/reading/open-file.ts';
import type { Services } from '#app/services.ts';
import type { Person, World } from '#app/demo/world.ts';
import { buildOrganisation } from '#tests/support/scenario.ts';
import { throughSecondDoor } from '#tests/support/second-process.ts';
import { startServer } from '#tests/support/server.ts';

export interface OpenRecord {
  uid: string;
  document: string;
  person: Person;
  /** The person's bearer token. */
  token: string;
}

/** A server with its own embedded PostgreSQL, as `npm start` runs it, and an organisation at work in it. */
export interface ApiPlace {
  url: string;
  dataDir: string;
  org: string;
  /** The author's bearer token. */
  token: string;
  document: string;
  /** Records that await a signature; their PDFs are opened. */
  records: OpenRecord[];
  close(): Promise<void>;
}

/** One answer read to its end; anything but `status` ends the run. */
export const asked = async (address: string, status: number, init: RequestInit = {}): Promise<void> => {
  const answer = await fetch(address, init);
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 500)}`);
};

/** Signs a training record by the call. */
export const sign = (url: string, { uid, document, person, token }: OpenRecord): Promise<void> =>
  asked(`${url}/api/records/${uid}/sign`, 200, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      signedName: `${person.firstName} ${person.lastName}`,
      credentialCheck: { email: person.email, password: person.password },
      docHash: document,
    }),
  });

const bearer = async ({ identity, now }: Services, { org, uid }: Person): Promise<string> => {
  const limits = { idleMinutes: 600, absoluteHours: 24 };
  const begin = { org, user: uid, door: 'call', now: now(), address: null, agent: null, limits } as const;
  return (await identity.sessions.create(begin)).token;
};

/** Everybody of a department is given a record of each document that is brought into force. */
const recordsOf = async (
  services: Services,
  world: World,
  { author, approver, size }: { author: Person; approver: Person; size: { people: number; documents: number } },
): Promise<OpenRecord[]> => {
  const department = 'Packaging';
  await world.department(department);
  const people: Person[] = [];
  for (let n = 0; n < size.people; n++) {
    const email = `packer-${n}@${author.email.split('@')[1]}`;
    const one = {
      firstName: 'Packer',
      lastName: `No ${n}`,
      role: 'EMPLOYEE' as const,
      email,
      password: author.password,
    };
    people.push(await world.join(one, [department]));
  }
  const tokens = new Map<string, string>();
  for (const person of people) tokens.set(person.uid, await bearer(services, person));
  const records: OpenRecord[] = [];
  for (let n = 0; n < size.documents; n++) {
    const sop = { name: `Packaging step ${n}`, type: 'SOP', functionalArea: 'QA', docNum: String(500 + n) };
    const document = await world.create(author, { ...sop, approvers: [approver] });
    await world.sign(approver, document);
    await world.publishNow(document, [department]);
    const rows = await services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select(['uid', 'user_uid', 'version'])
        .where('document_uid', '=', document)
        .execute(),
    );
    for (const { uid, user_uid: user, version } of rows) {
      const person = people.find((one) => one.uid === user);
      const token = tokens.get(user);
      if (!person || token === undefined) continue;
      await world.act(person, openFile, { document, version, kind: 'final', purpose: 'training' });
      records.push({ uid, document, person, token });
    }
  }
  return records;
};

export const openApiPlace = async (size: { people: number; documents: number }): Promise<ApiPlace> => {
  const server = await startServer({ environment: { CALLS_PER_MINUTE: '1000000' } });
  try {
    return await throughSecondDoor(server.dataDir, async (services) => {
      const { world, author, approver, documents } = await buildOrganisation(services, 'Northmere', 'northmere');
      const records = await recordsOf(services, world, { author, approver, size });
      return {
        url: server.url,
        dataDir: server.dataDir,
        org: world.org,
        token: await bearer(services, author),
        document: documents.effective,
        records,
        close: () => server.remove(),
      };
    });
  } catch (error) {
    await server.remove();
    throw error;
  }
};
