import type { z } from 'zod';
import type { Failure, Result } from '#events/failures.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { scopes } from '#events/service-account/scopes.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { actorOf } from '#app/kit/session/session.ts';
import type { Organisation } from '#tests/support/organisation.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { serviceAccountOf, type TestAccount } from '#tests/support/programs/service-accounts.ts';

export interface Program extends TestAccount {
  name: string;
  attempt<S extends z.ZodType, O>(command: Command<S, O>, input: unknown): Promise<Result<O>>;
}

/** A service account with every scope, which an admin owns, or another person. */
export async function programOf({ world, services, admin }: Organisation, owner: Person = admin): Promise<Program> {
  const name = `Quality sync ${Math.random().toString(36).slice(2, 8)}`;
  const account = await serviceAccountOf({ world, admin }, scopes, { name, owner: owner.uid });
  return {
    ...account,
    name,
    async attempt(command, input) {
      const viewer = await services.database.read(world.org, (db) =>
        readViewer(db, { org: world.org, user: owner.uid, publicId: account.uid }),
      );
      if (!viewer) throw new Error('The owner is not active.');
      const acting = { ...viewer, serviceAccount: { uid: account.uid, name, scopes } };
      return execute(command, input, {
        ports: services,
        org: world.org,
        actor: actorOf(acting, null),
        viewer: acting,
        commandId: services.newId(),
        now: services.now(),
      });
    },
  };
}

/** The code of a refusal; null where the command was carried out. */
export const codeOf = (result: { ok: true } | { ok: false; failure: Failure }): string | null =>
  result.ok ? null : result.failure.code;

/** What the verifier of the ledger says about actors; `db` is the organisation's database. */
export async function actorFaults({ services, world }: Organisation, db: TestDatabase): Promise<string[]> {
  const faults: string[] = [];
  const keys = [services.config.verifyingKey];
  for await (const found of verify({ pool: db.owner, keys, keyName: 'imprimatur', org: world.org }))
    faults.push(...found.damages.filter(({ what }) => what === 'actor').map(({ reason }) => reason));
  return faults;
}
