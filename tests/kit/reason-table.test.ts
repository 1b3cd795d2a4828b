import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { presets, type Preset } from '#events/organisation/controls.ts';
import { endpoints } from '#app/server/api/endpoints.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import type { Call } from '#app/kit/call/endpoint.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { organisation, type Organisation } from '#tests/support/organisation.ts';
import { recordedOn } from '#tests/support/visiting.ts';

type AnyCommand = Command<z.ZodType, unknown>;

/** Commands that ask for no reason, by why: a command that is neither here nor declares a `reason` fails. */
const askNoReason: Record<string, readonly string[]> = {
  'the signature carries its own': [
    'approval.approve',
    'approval.ask_passkey',
    'approval.reject',
    'approval.sign_with_issuer',
    'library_import.approve',
    'library_import.check',
    'training.ask_passkey',
    'training.sign',
    'training.sign_with_issuer',
  ],
  'nothing is in force yet': [
    'document.attach_file',
    'document.create',
    'document.discard',
    'document.edit_draft',
    'document.send_for_review',
    'library_import.cut_titles',
    'library_import.mend_files',
    'library_import.order_dates',
  ],
  'it has a comment': ['document.record_review'],
  'it is the reason of a change, or what is said about one': [
    'change_request.decide',
    'change_request.request',
    'comment.answer',
    'comment.make',
    'comment.resolve',
  ],
  'it changes nothing': [
    'approval.ask_issuer',
    'training.ask_issuer',
    'document.preview_training',
    'identity.check-password',
    'reading.open',
    'reading.open-comparison',
    'reading.retrieve_original',
    'evidence.export',
    'library_import.map_columns',
    'library_import.preview',
    'organisation.export',
    'training.remind',
    'training.remind-person',
    'user.preview-invitations',
    'webhook.send-again',
    'webhook.test',
  ],
  'it changes no version that was sent': ['route.define'],
  'it gives nobody a right and takes none': [
    'department.create',
    'department.create-many',
    'function.create',
    'functional-area.create',
  ],
  'it says how, which is the reason': ['user.verify-identity'],
  'each record that it makes says why': ['training.assign_lacking'],
  'it says what a new program may do, or which events it gets': ['service-account.create', 'webhook.register'],
  'a person arrives': [
    'user.invite',
    'user.invite-many',
    'user.resend-invitation',
    'organisation.set-up',
    'organisation.set-up-demonstration',
  ],
  'it is about oneself': [
    'identity.acknowledge-own',
    'passkey.ask',
    'passkey.enrol',
    'identity.change-password',
    'identity.complete-sign-in',
    'identity.confirm',
    'identity.confirm-email',
    'identity.end-own-session',
    'identity.enrol-app',
    'identity.enrol-at-sign-in',
    'identity.remove-app',
    'identity.renew-recovery-codes',
    'identity.report-failed-attempt',
    'identity.request-code',
    'identity.request-reset',
    'identity.reset-password',
    'identity.sign-in',
    'identity.sign-out',
    'single-sign-on.come-back',
    'single-sign-on.start',
    'identity.sign-out-everywhere',
    'identity.sign-out-own',
    'email.send-again',
  ],
};
const exempt = Object.values(askNoReason).flat();

const isCommand = (value: unknown): value is AnyCommand =>
  typeof value === 'object' && value !== null && 'run' in value && 'permission' in value && 'input' in value;

/** Every command that the product exports, by its name. */
const modules = Object.values(
  import.meta.glob<Record<string, unknown>>(
    [
      '../../app/*/commands/**/*.ts',
      '../../app/kit/{command,session}/*.ts',
      '../../app/kit/email/refused/send-again.ts',
    ],
    { eager: true },
  ),
);
const byName = new Map(modules.flatMap((one) => Object.values(one).filter(isCommand)).map((one) => [one.name, one]));
const commands = [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
const asking = commands.filter(({ reason }) => reason !== undefined);
/** A command that decides itself for which of its changes a reason is required. */
const depends = ({ reason }: AnyCommand): boolean => String(reason) === 'depends';

/** The fields of an input that hold a reason of their own, beside the one of a command's rule. */
function ownReasons(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((part) => ownReasons(part as z.ZodType));
  if (schema instanceof z.ZodPipe)
    return [schema.def.in, schema.def.out].flatMap((part) => ownReasons(part as z.ZodType));
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((name) => /reason$/i.test(name)) : [];
}

const required = 'This field is required.';

/** What the reason of this command says to an input with nothing else. `field`: its name. */
async function problemOf(
  { services, world, admin }: Organisation,
  command: AnyCommand,
  reason: unknown,
  field = 'reason',
) {
  const viewer = await viewerOf({ services, world, admin });
  const context = {
    ports: services,
    org: world.org,
    actor: actorOf(viewer, null),
    viewer,
    commandId: services.newId(),
    now: services.now(),
  };
  const result = await execute(command, { [field]: reason }, context);
  return result.ok ? 'accepted' : (result.failure.fields?.[field]?.join() ?? null);
}

async function viewerOf({ services, world, admin }: Pick<Organisation, 'services' | 'world' | 'admin'>) {
  const viewer = await services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: admin.uid, publicId: '0'.repeat(64) }),
  );
  return viewer as Viewer;
}

async function withPreset(preset: Preset): Promise<Organisation> {
  const org = await organisation();
  const { world, admin } = org;
  const settings = { ...defaultSettings, controls: presets[preset].controls };
  const reason = 'The inspection of May.';
  await world.act(admin, changeSettings, { name: world.name, settings, reason });
  return org;
}

describe('every command [P11-10e]', () => {
  it('asks for a reason, or is named with why it asks for none', () => {
    const unnamed = commands.filter(({ name, reason }) => reason === undefined && !exempt.includes(name));
    expect(unnamed.map(({ name }) => name)).toEqual([]);
    expect(asking.filter(({ name }) => exempt.includes(name)).map(({ name }) => name)).toEqual([]);
    expect(asking.length).toBeGreaterThan(4);
  });

  it('is refused without a reason as its preset says, with 422 on the field', async () => {
    const org = { standard: await withPreset('standard'), regulated: await withPreset('regulated') };
    const found: Record<string, unknown> = {};
    for (const command of asking) {
      const problems = async (preset: Preset) =>
        new Set(await Promise.all([undefined, null, '', ' \n'].map((blank) => problemOf(org[preset], command, blank))));
      found[command.name] = [...(await problems('standard')), ...(await problems('regulated'))];
    }
    expect(found).toEqual(
      Object.fromEntries(
        asking.map((one) => [one.name, [one.reason === 'required' ? required : null, depends(one) ? null : required]]),
      ),
    );
  });

  it('takes a reason that ends in a space or a line break, and has no fault with an empty one', async () => {
    const org = await withPreset('regulated');
    const found: string[] = [];
    const own = commands.flatMap((one) => ownReasons(one.input).map((field) => [one, field] as const));
    for (const [command, field] of [...asking.map((one) => [one, 'reason'] as const), ...own]) {
      await problemOf(org, command, '', field);
      for (const typed of ['Left. ', ' Left.\n', `${'x'.repeat(1000)} `]) {
        const problem = await problemOf(org, command, typed, field);
        if (problem !== null && problem !== 'accepted') found.push(`${command.name} ${field}: ${problem}`);
      }
    }
    expect(found).toEqual([]);
    expect(own.length).toBeGreaterThan(2);
  });
});

describe('the calls', () => {
  const call = async (operation: string, org: Organisation, given: Partial<Call>) => {
    const viewer = await viewerOf(org);
    const { services } = org;
    const base = { query: {}, page: {}, viewer, ports: services, now: services.now(), commandId: services.newId() };
    const endpoint = endpoints.find((one) => one.operation === operation);
    return endpoint?.run({
      ...base,
      address: null,
      agent: null,
      token: null,
      expectedVersion: undefined,
      ...given,
    } as Call);
  };

  it('take the reason from the body, or from the query without a body', async () => {
    const org = await withPreset('regulated');
    const { services, world, employee } = org;
    const department = { uid: world.uidsOf(['Laboratory'])[0] };
    const refused = { ok: false, failure: { code: 'invalid_input', fields: { reason: [required] } } };
    expect(await call('renameDepartment', org, { params: department, body: { name: 'Lab' } })).toMatchObject(refused);
    const body = { name: 'Lab', reason: 'Shorter.' };
    expect(await call('renameDepartment', org, { params: department, body })).toMatchObject({ ok: true });
    const person = { uid: employee.uid };
    const { firstName, lastName, role } = employee;
    const whole = { firstName, lastName, role, departments: world.uidsOf(['Quality']).map((uid) => ({ uid })) };
    expect(await call('editUser', org, { params: person, body: { ...whole, lastName: 'Ito' } })).toMatchObject(refused);
    expect(await call('editUser', org, { params: person, body: whole })).toMatchObject({ ok: true });
    expect(await call('renameDepartment', org, { params: department, body: { name: 'Lab' } })).toMatchObject({
      ok: true,
    });
    expect(await call('deactivateUser', org, { params: person })).toMatchObject(refused);
    expect(await call('deactivateUser', org, { params: person, query: { reason: 'Left.' } })).toMatchObject({
      ok: true,
    });
    const events = await recordedOn(services, world.org, `user-${employee.uid}`);
    expect(events.at(-1)).toMatchObject({ type: 'UserDeactivated', data: { reason: 'Left.' } });
  });
});
