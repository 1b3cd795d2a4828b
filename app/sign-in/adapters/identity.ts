import type { Secret } from '#app/adapters/secrets/derive-key.ts';
import type { Failure } from '#events/failures.ts';
import { createAccounts, type Account, type Accounts, type IdentityDatabase } from './accounts.ts';
import { createAttempts, lockoutOf, type AddressLimit, type Attempts } from './attempts.ts';
import { createChallenges, type Challenges } from './challenges.ts';
import { createCodeCheck, type TypedCode, type CodeOutcome } from './code-check.ts';
import { createCodeRequests, type CodeRequestLimit, type CodeRequests } from './code-requests.ts';
import { createCodeTries, type CodeTries } from './code-tries.ts';
import { createCodes, type Codes } from './codes.ts';
import { createCredentialCheck, exceeded, type Credential, type CredentialOutcome } from './credential-check.ts';
import { invitationDaysOf } from '#events/organisation/controls.ts';
import type { Instant } from '#events/time.ts';
import { onlySettings } from './organisation-settings.ts';
import { createPasskeys, type Passkeys } from './passkey/passkeys.ts';
import { createPasswords, type Argon2, type PasswordOwner } from '#app/adapters/secrets/passwords.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';
import { createServiceTokens, type ServiceTokens } from './service-tokens.ts';
import type { Sessions } from '#app/kit/session/sessions.ts';
import { createSessions } from './sessions.ts';
import { createStepUp } from '#app/sign-in/adapters/single-sign-on/step-up.ts';

/** Secrets and authentication. It records no events; the commands record them from its answers. */
export interface Identity {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly serviceTokens: ServiceTokens;
  readonly secondFactors: SecondFactors;
  readonly challenges: Challenges;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  readonly attempts: Attempts;
  readonly codeTries: CodeTries;
  readonly codeRequests: CodeRequests;
  /** Counts failed sign-ins that clients report. */
  readonly failureReports: CodeRequests;
  /** Days that an invitation is valid; null where the installation's organisations may differ. */
  invitationDays(): Promise<number | null>;
  /** See `createCredentialCheck`. */
  checkCredential(credential: Credential): Promise<CredentialOutcome>;
  /** How a person is refused while the account is locked; null where it is not. */
  refuseLocked(account: Account, now: Instant): Promise<Failure | null>;
  /** See `createCodeCheck`. */
  checkCode(typed: TypedCode): Promise<CodeOutcome>;
  /** See `createStepUp`. */
  checkStepUp: ReturnType<typeof createStepUp>;
  /** Removes codes and attempts that have long lost their effect. */
  purge(now: Instant): Promise<void>;
}

export interface IdentityOptions {
  database: IdentityDatabase;
  /** At least 32 characters; keys the hashes of codes and of tried addresses. */
  secretKey: Secret;
  /** The address that people use, which passkeys belong to. */
  publicUrl?: string;
  /** True where the site is served by https. */
  cookieSecure: boolean;
  addressLimit?: AddressLimit;
  codeRequestLimit?: CodeRequestLimit;
  argon2?: Argon2;
  /** Hears of a password's hash that this installation did not make for its person. */
  onExchanged?: (owner: PasswordOwner) => void;
}

export function createIdentity(options: IdentityOptions): Identity {
  const {
    database,
    secretKey,
    publicUrl = 'http://localhost',
    cookieSecure,
    addressLimit,
    codeRequestLimit,
    argon2,
    onExchanged,
  } = options;
  const passwords = createPasswords({ secretKey, ...(argon2 && { argon2 }), ...(onExchanged && { onExchanged }) });
  const attempts = createAttempts({ database, secretKey, ...(addressLimit ? { addressLimit } : {}) });
  return {
    accounts: createAccounts({ database, passwords }),
    sessions: createSessions({ database, cookieSecure }),
    serviceTokens: createServiceTokens(database),
    secondFactors: createSecondFactors(database, secretKey),
    challenges: createChallenges(database),
    codes: createCodes({ database, secretKey, passwords, attempts }),
    passkeys: createPasskeys({ database, publicUrl }),
    attempts,
    codeTries: createCodeTries(database),
    codeRequests: createCodeRequests({ database, secretKey, ...(codeRequestLimit ? { limit: codeRequestLimit } : {}) }),
    failureReports: createCodeRequests({
      database,
      secretKey,
      kind: 'failure-report',
      limit: { perAsker: 20, perMailbox: 60, perAddress: 100 },
    }),
    invitationDays: async () => {
      const settings = await onlySettings(database.pool);
      return settings && invitationDaysOf(settings);
    },
    checkCredential: createCredentialCheck({ database, passwords, attempts }),
    async refuseLocked({ user, settings }, now) {
      const lock = await attempts.lockOf({ user }, now);
      return lock && exceeded(lock, { now, lockout: lockoutOf(settings) }).failure;
    },
    checkCode: createCodeCheck(attempts),
    checkStepUp: createStepUp(attempts),
    purge: async (now) => {
      await database.pool.query('select identity.purge($1)', [now]);
    },
  };
}
