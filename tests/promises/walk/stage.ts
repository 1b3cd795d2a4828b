import type { z } from 'zod';
import type { Recorded } from '#events/catalogue.ts';
import { decode } from '#events/catalogue.ts';
import type { Failure, Result } from '#events/failures.ts';
import type { Scope } from '#events/service-account/scopes.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { World, type Person } from '#app/set-up/demonstration/world.ts';
import { organisation, somebody, type Organisation } from '#tests/support/organisation.ts';
import type { SoftwarePasskey } from '#tests/support/passkey/software-passkey.ts';
import { Facts } from '../holds/facts.ts';
import { readReadModels, type ReadModels } from './read-models.ts';

/** Three random numbers: of the object, of who acts, and of the variant. */
export interface Choices {
  which: number;
  who: number;
  how: number;
}

/** Who acts: somebody of the organisation, a program, an admin of another organisation, or a visitor. */
export interface Doer {
  label: string;
  /** Null for a visitor. */
  person: Person | null;
  program: { uid: string; name: string; scopes: readonly Scope[] } | null;
}

/** A command that somebody tried, and its answer. */
export interface Attempt {
  doer: Doer;
  command: string;
  input: unknown;
  commandId: string;
  failure: Failure | null;
}

/** An organisation in which everybody does everything, and all that was seen of it. */
export interface Stage {
  organisation: Organisation;
  /** Of the organisation, as they are known outside: with their passwords of now. */
  people: Person[];
  programs: { uid: string; name: string; owner: Person; scopes: readonly Scope[] }[];
  /** Admin of another organisation of the same installation. */
  stranger: Person;
  passkeys: Map<string, SoftwarePasskey>;
  /** Secret of a person's authenticator app, and the steps of time that its next code is ahead. */
  apps: Map<string, { secret: string; steps: number }>;
  /** Whatever no event may hold: passwords, codes, tokens. */
  secrets: Set<string>;
  models: ReadModels;
  /** What the read models said before the last step, as text. */
  before: string;
  facts: Facts;
  events: Recorded[];
  /** Those of the last step. */
  fresh: Recorded[];
  attempts: Attempt[];
  /** How often each command was carried out. */
  done: Map<string, number>;
  /** What happened, a line each, as a person can do it again. */
  journal: string[];
  /** What the preview of this step said, and what happened then; null where it was not sent. */
  previewed: { assigned: number; happened?: number } | null;
  /** A number that nothing had before. */
  number(): string;
}

/** Six who can be admins, authors or employees, two programs, and an admin of another organisation. */
export async function stage(done = new Map<string, number>()): Promise<Stage> {
  const ours = await organisation({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  const { world, services } = ours;
  await world.department('Packaging');
  const people = [
    ours.admin,
    await world.join(somebody('Noor', 'Haddad', 'ADMIN'), ['Packaging']),
    await world.join(somebody('Elena', 'Marchetti', 'ADMIN'), ['Quality']),
    ours.author,
    ours.other,
    await world.join(somebody('Priya', 'Raman', 'AUTHOR'), ['Laboratory', 'Packaging']),
    ours.employee,
    await world.join(somebody('Aoife', 'Brennan', 'EMPLOYEE'), ['Laboratory', 'Packaging']),
  ].map((person) => ({ ...person }));
  const { role: _, ...admin } = somebody('Sten', 'Lund', 'ADMIN');
  const other = await World.found(services, { name: 'Eastmoor Assays', domain: 'eastmoor.example', admin });
  let last = 0;
  const made: Stage = {
    organisation: ours,
    people,
    programs: [],
    stranger: other.admin,
    passkeys: new Map(),
    apps: new Map(),
    secrets: new Set(people.map(({ password }) => password)),
    models: await readReadModels(ours),
    before: '',
    facts: new Facts(),
    events: [],
    fresh: [],
    attempts: [],
    done,
    journal: [],
    previewed: null,
    number: () => String(++last).padStart(3, '0'),
  };
  await look(made);
  for (const event of made.fresh) made.facts.apply(event);
  return made;
}

/** Reads what is new: the events, and what the read models say now. */
export async function look(stage: Stage, { always = true } = {}): Promise<void> {
  const { services, world } = stage.organisation;
  const after = stage.events.at(-1)?.position ?? '0';
  const page = await services.ledger.readPage(world.org, { after, limit: 100_000 });
  stage.fresh = page.map(decode);
  stage.events.push(...stage.fresh);
  // What is shown changes with events alone, which is looked at now and then.
  if (stage.fresh.length === 0 && !always) return;
  stage.before = shownBy(stage.models);
  stage.models = await readReadModels(stage.organisation, stage.facts.orderWith(stage.fresh));
}

/** The read models as text. */
export const shownBy = ({ rates, ...models }: ReadModels): string => JSON.stringify([models, [...rates]]);

export const pick = <T>(list: readonly T[], choice: number): T | undefined => list[choice % list.length];

/** Some of a list: by the bits of the choice, at least one. */
export const some = <T>(list: readonly T[], choice: number): T[] => {
  const chosen = list.filter((_, index) => (choice >> index) & 1);
  return chosen.length > 0 ? chosen : list.slice(0, 1);
};

export const uidsOf = (list: readonly { uid: string }[]): string[] => list.map(({ uid }) => uid);

export const asDoer = (person: Person): Doer => ({
  label: `${person.firstName} ${person.lastName} (${person.role})`,
  person,
  program: null,
});

export const asProgram = ({ uid, name, owner, scopes }: Stage['programs'][number]): Doer => ({
  label: `the program ${name} of ${owner.firstName}`,
  person: owner,
  program: { uid, name, scopes },
});

const visitor: Doer = { label: 'a visitor', person: null, program: null };

/** Who is active with one of these roles. */
export const active = ({ people, models }: Stage, ...roles: Person['role'][]): Person[] =>
  people.filter(({ uid }) =>
    models.people.some(
      (one) => one.uid === uid && one.status === 'ACTIVE' && (roles.length === 0 || roles.includes(one.role)),
    ),
  );

export const admins = (stage: Stage): Person[] => active(stage, 'ADMIN', 'SUPER_ADMIN');
export const authors = (stage: Stage): Person[] => active(stage, 'ADMIN', 'SUPER_ADMIN', 'AUTHOR');

/** Mostly one of those who may, and each eighth time anybody at all. */
export function doer(stage: Stage, choice: number, rightful: readonly Person[]): Doer {
  const chosen = pick(rightful, choice);
  if (chosen && choice % 8 !== 7) return asDoer(chosen);
  const all = [...stage.people.map(asDoer), ...stage.programs.map(asProgram), asDoer(stage.stranger), visitor];
  return pick(all, choice >> 3)!;
}

/** Somebody tries a command. What a person gets to see of it stands in the journal. */
export async function attempt<S extends z.ZodType, O>(
  stage: Stage,
  by: Doer,
  command: Command<S, O>,
  input: unknown,
  { address = null as string | null } = {},
): Promise<Result<O>> {
  const { services } = stage.organisation;
  const viewer = await viewerOf(stage, by);
  const commandId = services.newId();
  const context = {
    ports: services,
    org: viewer?.org ?? '',
    actor: viewer ? actorOf(viewer, address) : { kind: 'visitor' as const, address },
    viewer,
    commandId,
    now: services.now(),
  };
  const result = await execute(command, input, context);
  const failure = result.ok ? null : result.failure;
  stage.attempts.push({ doer: by, command: command.name, input, commandId, failure });
  const answered = failure ? `refused: ${failure.code}` : 'done';
  const said = JSON.stringify(input, (key, value: unknown) => (key === 'files' ? undefined : value));
  stage.journal.push(`${by.label}: ${command.name} ${said}: ${answered}`);
  if (result.ok) stage.done.set(command.name, (stage.done.get(command.name) ?? 0) + 1);
  return result;
}

/** The doer as the product reads them; null for a visitor, and for who is not active. */
export async function viewerOf(
  { organisation: { services } }: Stage,
  { person, program }: Doer,
): Promise<Viewer | null> {
  if (!person) return null;
  const viewer = await readViewer(services.database.kysely, {
    org: person.org,
    user: person.uid,
    publicId: program?.uid ?? '0'.repeat(64),
  });
  return viewer && program ? { ...viewer, serviceAccount: program } : viewer;
}

/** The reason that somebody gives, or none: each sixth time. */
export const reasonOf = (choice: number): string | null => (choice % 6 === 5 ? null : `Because of finding ${choice}.`);

/** Whom a version of this area asks: people in the steps that its owner fills, or approvers. */
export function asked(stage: Stage, area: string | undefined, choice: number) {
  const { models } = stage;
  const key = models.areas.find(({ name }) => name === area)?.area;
  const route = models.routes.find(
    ({ retired_at: at, areas }) => at === null && (areas.length === 0 || areas.some((one) => one.area === key)),
  );
  const people = uidsOf(some(authors(stage), choice).slice(0, 3));
  // Each fifth time as if there were no route.
  if (!route || choice % 5 === 0) return { approvers: people, places: [] };
  const places = route.steps.flatMap(({ who }, at) => {
    const user = pick(authors(stage), choice + 2 * at)?.uid;
    return who.kind === 'named_by_owner' && user ? [{ user, step: at + 1 }] : [];
  });
  return { approvers: [], places };
}

/** The person as the read models have them now, with the password. */
export function today({ models }: Stage, person: Person): Person {
  const row = models.people.find(({ uid }) => uid === person.uid);
  return row
    ? { ...person, firstName: row.first_name, lastName: row.last_name, email: row.email, role: row.role }
    : person;
}

/** Names in the place of uids, so that a person can read what happened. */
export function readable({ people, models, stranger }: Stage, line: string): string {
  const names = new Map<string, string>([
    ...[...people, stranger].map(({ uid, firstName }) => [uid, firstName] as const),
    ...models.documents.map(({ uid, name }) => [uid, name] as const),
    ...models.departments.map(({ uid, name }) => [uid, name] as const),
    ...models.functions.map(({ uid, name }) => [uid, name] as const),
  ]);
  return line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (uid) => names.get(uid) ?? uid.slice(0, 8));
}
