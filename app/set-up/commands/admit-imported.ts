import type { Result } from '#events/failures.ts';
import { invitationDaysOf } from '#events/organisation/controls.ts';
import { organisationEvolution, recordImport } from '#events/organisation/organisation.ts';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import { streams } from '#events/streams.ts';
import { issueCode } from '#events/user/decide/account.ts';
import { resetSecondFactor } from '#events/user/decide/authenticators.ts';
import { userEvolution } from '#events/user/state.ts';
import { change } from '#app/kit/command/change.ts';
import { systemContext } from '#app/kit/command/system.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import { disableWebhook } from '#app/integrations/commands/webhooks/disable.ts';
import { load } from '#app/kit/command/load.ts';
import type { Ports } from '#app/kit/ports.ts';

export interface ImportedArchive {
  org: string;
  /** SHA-256 of the archive's manifest. */
  archive: string;
  size: number;
  /** Hexadecimal. */
  root: string;
}

const reason = 'The organisation was imported into another installation: secrets stayed behind.';

/**
 * Records that an organisation was imported, and has everybody confirm anew what stayed behind: second factors end,
 * each person with an account gets a code to choose a password, webhooks are turned off. Running it again repeats
 * nothing.
 */
export async function admitImported(ports: Ports, { org, archive, size, root }: ImportedArchive): Promise<void> {
  const as = (what: string): CommandContext => systemContext(ports, org, 'The console', `import/${archive}/${what}`);
  requireOk(
    await change(
      as('organisation'),
      { stream: streams.organisation, evolution: organisationEvolution },
      (organisation, asked) => ({
        decision: recordImport({ ...asked, archive, size, root }, organisation),
        answer: null,
      }),
    ),
  );
  const { state } = await load(as('settings'), streams.organisation, organisationEvolution);
  if (!state) throw new Error('The ledger does not say which organisation it is of.');
  const { people, webhooks } = await readImported(ports, org);
  for (const webhook of webhooks) requireOk(await disableWebhook(ports, org, webhook, 'moved'));
  for (const { uid, status } of people) {
    const target = { stream: streams.user(uid), evolution: userEvolution };
    requireOk(
      await change(as(`factor/${uid}`), target, (person, asked) => ({
        decision: resetSecondFactor({ ...asked, reason }, person),
        answer: null,
      })),
    );
    // Who signs in at the issuer needs no password here.
    if (signOnOf(state.settings, uid)) continue;
    requireOk(
      await change(as(`code/${uid}`), target, (person, { now }) => {
        const confirming = person.kind === 'user' && person.reactivated ? 'reconfirm' : 'confirm';
        const purpose = status === 'ACTIVE' ? 'reset' : confirming;
        const invitationDays = invitationDaysOf(state.settings);
        return {
          decision: issueCode({ now, purpose, invitationDays, moved: true }, person),
          answer: null,
        };
      }),
    );
  }
}

const readImported = ({ database }: Ports, org: string) =>
  database.read(org, async (db) => ({
    people: await db
      .selectFrom('read.user_account')
      .select(['uid', 'status'])
      .where('status', '<>', 'INACTIVE')
      .orderBy('uid')
      .execute(),
    webhooks: (await db.selectFrom('read.webhook').select('uid').where('removed_at', 'is', null).execute()).map(
      ({ uid }) => uid,
    ),
  }));

/** A person who was deactivated meanwhile needs no code; any other refusal is a fault that the job tries again. */
function requireOk(result: Result<unknown>): void {
  if (!result.ok && result.failure.code !== 'code_not_requestable')
    throw new Error(`People could not be asked to confirm anew: ${result.failure.code}`);
}
