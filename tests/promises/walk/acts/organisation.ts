import { presets } from '#events/organisation/controls.ts';
import { changeRoute, defineRoute, retireRoute } from '#app/approval-routes/commands/manage.ts';
import { exportEvidence } from '#app/audit/commands/export-evidence.ts';
import { openComparison } from '#app/comparison/commands/open-comparison.ts';
import {
  createServiceAccount,
  revokeServiceAccount,
  rotateServiceAccount,
} from '#app/integrations/commands/service-accounts/manage.ts';
import {
  changeWebhook,
  enableWebhook,
  registerWebhook,
  removeWebhook,
  rotateWebhook,
} from '#app/integrations/commands/webhooks/manage.ts';
import { disableWebhook } from '#app/integrations/commands/webhooks/disable.ts';
import { sendDeliveryAgain, testWebhook } from '#app/integrations/commands/webhooks/send.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { createFunctionalArea, editFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { createDepartment, createDepartments, renameDepartment } from '#app/organisation/commands/save-department.ts';
import { sendEmailAgain } from '#app/kit/email/refused/send-again.ts';
import { exportOrganisation } from '#app/set-up/commands/export.ts';
import { inDays } from '#tests/support/organisation.ts';
import { scopes } from '#events/service-account/scopes.ts';
import { admins, attempt, authors, doer, pick, reasonOf, some, type Stage } from '../stage.ts';
import type { Act } from './act.ts';

const toggled = ['reasonForChange', 'separationOfDuties', 'identityVerified', 'unlockByAdmin'] as const;

/** The settings that an admin chooses next: a preset, or one control the other way. */
function settingsOf({ models }: Stage, how: number) {
  const { settings } = models;
  const controls = settings.controls ?? presets.standard.controls;
  const control = toggled[how % toggled.length]!;
  const unit = pick(models.functions, how);
  switch (how % 8) {
    case 0:
      return { ...settings, controls: presets.regulated.controls };
    case 1:
      return { ...settings, controls: presets.standard.controls, secondFactor: 'off' as const };
    case 2:
      return { ...settings, commentsBlock: !settings.commentsBlock };
    case 3:
      return { ...settings, secondFactor: how % 2 ? ('sign_in' as const) : ('off' as const) };
    case 4:
      return {
        ...settings,
        trainingDueDays: 14 + (how % 3),
        timeZone: pick(['UTC', 'Asia/Tokyo', 'America/New_York'], how)!,
      };
    case 5:
      return { ...settings, revisionReasons: false, employeeTrails: !settings.employeeTrails };
    case 6: {
      const qualityUnit = settings.qualityUnit || !unit ? null : { uid: unit.uid, name: unit.name };
      return { ...settings, qualityUnit };
    }
    default:
      return { ...settings, controls: { ...controls, [control]: !controls[control] } };
  }
}

function definitionOf(stage: Stage, { which, how }: { which: number; how: number }) {
  const { models } = stage;
  const step = (number: number, at: number) => {
    const one = pick(models.functions, at);
    const whom = pick(
      ['named_by_owner', 'function', 'named_by_owner', 'function', 'manager_of_owner', 'last_approvers'] as const,
      at,
    )!;
    const who =
      whom === 'function' && one
        ? { kind: whom, function: { uid: one.uid, name: one.name } }
        : { kind: whom === 'function' ? ('named_by_owner' as const) : whom };
    if (how % 2)
      return {
        name: `Step ${number}`,
        meaning: 'approved',
        who: { kind: 'named_by_owner' as const },
        howMany: 1,
        days: 7,
      };
    const meaning = pick(['approved', 'quality_approved', 'reviewed'] as const, at + number)!;
    return { name: `Step ${number}`, meaning, who, howMany: at % 2 ? ('all' as const) : 1, days: 7 };
  };
  const area = pick(models.areas, which);
  return {
    name: `Route ${stage.number()}`,
    types: ['SOP'],
    areas: area && how % 2 ? [{ area: area.area, name: area.name }] : [],
    kinds: how % 3 === 0 ? [pick(['new', 'major', 'minor', 'editorial'] as const, how)] : [],
    steps: [step(1, how), ...(how % 2 ? [step(2, how >> 2)] : [])],
    separation: pick(['strict', 'owner_not_alone'], how >> 1),
    samePerson: how % 4 > 0,
  };
}

/** Settings, routes, programs, webhooks and what leaves; each act is named by its command. */
export const organisationActs: Record<string, Act> = {
  async 'organisation.change-settings'(stage, { who, how }) {
    const input = { name: stage.models.name, settings: settingsOf(stage, how), reason: 'The auditors ask for it.' };
    await attempt(stage, doer(stage, who, admins(stage)), changeSettings, input);
  },

  async 'organisation.export'(stage, { who }) {
    await attempt(stage, doer(stage, who, admins(stage)), exportOrganisation, await checkpointOf(stage));
  },

  async 'department.create'(stage, { who }) {
    if (stage.models.departments.length > 6) return;
    await attempt(stage, doer(stage, who, admins(stage)), createDepartment, { name: `Department ${stage.number()}` });
  },

  async 'department.create-many'(stage, { who }) {
    if (stage.models.departments.length > 7) return;
    const names = [`Department ${stage.number()}`, `Department ${stage.number()}`];
    await attempt(stage, doer(stage, who, admins(stage)), createDepartments, { names });
  },

  async 'department.rename'(stage, { which, who, how }) {
    const department = pick(stage.models.departments, which)?.uid;
    const input = { department, name: `Department ${stage.number()}`, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, admins(stage)), renameDepartment, input);
  },

  async 'functional-area.create'(stage, { who }) {
    if (stage.models.areas.length > 3) return;
    await attempt(stage, doer(stage, who, admins(stage)), createFunctionalArea, { name: stage.number() });
  },

  async 'functional-area.edit'(stage, { which, who, how }) {
    const area = pick(stage.models.areas.slice(1), which);
    if (!area) return;
    const retired = how % 3 === 0 ? area.retired_at === null : undefined;
    const input = { named: area.name, name: stage.number(), retired, reason: 'Another site.' };
    await attempt(stage, doer(stage, who, admins(stage)), editFunctionalArea, input);
  },

  async 'route.define'(stage, choices) {
    if (stage.models.routes.filter(({ retired_at: at }) => at === null).length > 2) return;
    const input = { definition: definitionOf(stage, choices) };
    await attempt(stage, doer(stage, choices.who, admins(stage)), defineRoute, input);
  },

  async 'route.change'(stage, choices) {
    const route = pick(
      stage.models.routes.filter(({ retired_at: at }) => at === null),
      choices.which,
    );
    if (!route) return;
    const input = { route: route.uid, definition: definitionOf(stage, choices), reason: reasonOf(choices.how) };
    await attempt(stage, doer(stage, choices.who, admins(stage)), changeRoute, input);
  },

  async 'route.retire'(stage, { which, who }) {
    const route = pick(
      stage.models.routes.filter(({ retired_at: at }) => at === null),
      which,
    );
    if (!route) return;
    await attempt(stage, doer(stage, who, admins(stage)), retireRoute, { route: route.uid, reason: 'Too slow.' });
  },

  async 'service-account.create'(stage, { which, who, how }) {
    const owner = pick(authors(stage), which);
    if (!owner || stage.programs.length > 3) return;
    const [name, wanted] = [`Program ${stage.number()}`, how % 3 === 0 ? [...scopes] : some(scopes, how)];
    const input = { name, owner: owner.uid, scopes: wanted, expires: inDays(30).slice(0, 10), networks: '' };
    const made = await attempt(stage, doer(stage, who, admins(stage)), createServiceAccount, input);
    if (!made.ok) return;
    stage.programs.push({ uid: made.value.account, name, owner, scopes: wanted });
    if (made.value.token) stage.secrets.add(made.value.token);
  },

  async 'service-account.rotate'(stage, { which, who, how }) {
    const program = pick(stage.programs, which);
    if (!program) return;
    const input = { account: program.uid, reason: reasonOf(how) };
    const rotated = await attempt(stage, doer(stage, who, admins(stage)), rotateServiceAccount, input);
    if (rotated.ok && rotated.value.token) stage.secrets.add(rotated.value.token);
  },

  async 'service-account.revoke'(stage, { which, who, how }) {
    const program = pick(stage.programs, which);
    if (!program || how % 3 > 0) return;
    const input = { account: program.uid, reason: 'It is replaced.' };
    const revoked = await attempt(stage, doer(stage, who, admins(stage)), revokeServiceAccount, input);
    if (revoked.ok) stage.programs = stage.programs.filter(({ uid }) => uid !== program.uid);
  },

  async 'webhook.register'(stage, { who }) {
    if (openWebhooks(stage).length > 1) return;
    const input = { url: `http://127.0.0.1:9/${stage.number()}`, kinds: ['document.published', 'user.invited'] };
    await attempt(stage, doer(stage, who, admins(stage)), registerWebhook, input);
  },

  async 'webhook.change'(stage, { which, who, how }) {
    const webhook = pick(openWebhooks(stage), which)?.uid;
    const url = `http://127.0.0.1:9/${stage.number()}`;
    const input = { webhook, url, kinds: ['training.completed'], reason: reasonOf(how) };
    if (webhook) await attempt(stage, doer(stage, who, admins(stage)), changeWebhook, input);
  },

  async 'webhook.rotate'(stage, { which, who, how }) {
    const webhook = pick(openWebhooks(stage), which)?.uid;
    if (webhook)
      await attempt(stage, doer(stage, who, admins(stage)), rotateWebhook, { webhook, reason: reasonOf(how) });
  },

  async 'webhook.enable'(stage, { which, who, how }) {
    const webhook = pick(openWebhooks(stage), which)?.uid;
    if (!webhook) return;
    const { services, world } = stage.organisation;
    await disableWebhook(services, world.org, webhook, 'gone');
    await attempt(stage, doer(stage, who, admins(stage)), enableWebhook, { webhook, reason: reasonOf(how) });
  },

  async 'webhook.remove'(stage, { which, who, how }) {
    const webhook = pick(openWebhooks(stage), which)?.uid;
    if (!webhook || how % 2) return;
    await attempt(stage, doer(stage, who, admins(stage)), removeWebhook, { webhook, reason: 'It moved.' });
  },

  async 'webhook.test'(stage, { which, who }) {
    const webhook = pick(openWebhooks(stage), which)?.uid;
    if (webhook) await attempt(stage, doer(stage, who, admins(stage)), testWebhook, { webhook });
  },

  async 'webhook.send-again'(stage, { which, who }) {
    const webhook = pick(openWebhooks(stage), which)?.uid;
    if (!webhook) return;
    const by = doer(stage, who, admins(stage));
    const tested = await attempt(stage, by, testWebhook, { webhook });
    const delivery = tested.ok ? tested.value.delivery : webhook;
    await attempt(stage, by, sendDeliveryAgain, { webhook, delivery });
  },

  async 'email.send-again'(stage, { which, who }) {
    const key = `refused ${stage.number()}`;
    await refusedEmail(stage, key, pick(stage.people, which)?.uid);
    await attempt(stage, doer(stage, who, admins(stage)), sendEmailAgain, { key });
  },

  async 'evidence.export'(stage, { which, who, how }) {
    const { size, root } = await checkpointOf(stage);
    const [document, person] = [pick(stage.models.documents, which), pick(stage.models.people, which)];
    const about = how % 2 && document ? { kind: 'document', uid: document.uid } : { kind: 'person', uid: person?.uid };
    const input = { ...about, size: String(size), root };
    await attempt(stage, doer(stage, who, admins(stage)), exportEvidence, input);
  },

  async 'reading.open-comparison'(stage, { which, who }) {
    const { versions } = stage.models;
    const to = pick(
      versions.filter(
        ({ document_uid: uid, version }) =>
          version !== '1.0' && versions.some((one) => one.document_uid === uid && one.version === '1.0'),
      ),
      which,
    );
    if (!to) return;
    const input = { document: to.document_uid, from: '1.0', to: to.version, sha256: 'c'.repeat(64) };
    await attempt(stage, doer(stage, who, authors(stage)), openComparison, input);
  },
};

/** An email to somebody that the receiving server refused for good, as the mail job leaves it. */
async function refusedEmail(
  { organisation: { db, world } }: Stage,
  key: string,
  user: string | undefined,
): Promise<void> {
  await db.owner.query(
    `insert into identity.mail_sent (org_id, key, message_id, template, to_user, refused_at, refusal, request,
     documents)
     values ($1, $2, $2, 'approval-wanted', $3, now(), '550 No such mailbox', '{}', '{}')`,
    [world.org, key, user],
  );
}

const openWebhooks = ({ models }: Stage) => models.webhooks.filter(({ removed_at: at }) => at === null);

/** The checkpoint of now. */
async function checkpointOf({ organisation: { services, world } }: Stage) {
  await services.checkpoints.sign(world.org);
  const checkpoint = await services.checkpoints.latest(world.org);
  return { size: Number(checkpoint?.size), root: checkpoint?.root.toString('hex') };
}
