import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { listEffective } from '#app/home/queries/list-effective.ts';
import { listOpenTraining } from '#app/training/queries/list-open.ts';
import { startHere } from '#app/home/queries/start-here.ts';
import { answer } from '#tests/support/asking.ts';
import { active, shownBy, today, uidsOf } from '../walk/stage.ts';
import { brokenRules } from './lives.ts';
import { sentences, type WorldOracles } from './oracle.ts';

/** Recorded of a refused credential: it is the refusal itself. */
const ofRefusals = new Set([
  'SignInFailed',
  'UserLockedOut',
  'SignatureCredentialRefused',
  'SignatureStatementAccepted',
]);

/** Checked after every step, over what the screens and calls show. */
export const worldOracles: WorldOracles = {
  W8: ({ models, facts }) => [
    ...brokenRules(models),
    ...models.documents
      .filter(({ uid, effective_version: shown }) => shown !== (facts.documents.get(uid)?.inForce ?? null))
      .map(({ name }) => `${name}: another version is shown in force than came into force`),
  ],

  W11: ({ previewed }) =>
    sentences({
      [`the preview said ${previewed?.assigned}, and ${previewed?.happened} happened`]:
        previewed?.happened !== undefined && previewed.happened !== previewed.assigned,
    }),

  T1: ({ models }) => {
    const keys = models.records
      .filter(({ status }) => status === 'OPEN')
      .map((record) => `${record.user_uid} ${record.document_uid} ${record.version}`);
    return sentences({
      'somebody has two records of one version': new Set(keys).size < keys.length,
      'a record does not say why': models.records.some(({ assigned_because: why }) => !why),
    });
  },

  S8: ({ models, facts }) =>
    models.comments
      .filter(({ uid, author_uid: by, author_name: name }) => {
        const made = facts.comments.get(uid);
        return made?.author !== by || made.name !== name;
      })
      .map(() => 'a comment is shown under another name'),

  I5: ({ attempts, fresh }) =>
    attempts
      .filter(({ failure, command, commandId }) => {
        const caused = fresh.filter((event) => event.commandId === `${command}/${commandId}`);
        return failure !== null && caused.some(({ type }) => !ofRefusals.has(type));
      })
      .map(({ command }) => `${command} was refused and left something behind`),

  L1: ({ fresh, models, before }) =>
    sentences({
      'something is shown otherwise, and no event says so': fresh.length === 0 && shownBy(models) !== before,
    }),

  L6: ({ events, fresh }) => {
    const [first] = fresh;
    const before = first && events[events.length - fresh.length - 1];
    return sentences({
      'times run backwards': [...(before ? [before] : []), ...fresh].some(
        ({ recordedAt }, at, all) => at > 0 && recordedAt < all[at - 1]!.recordedAt,
      ),
    });
  },

  L7: ({ fresh, secrets }) => {
    const said = JSON.stringify(fresh);
    return sentences({ 'an event holds a secret': [...secrets].some((one) => one.length > 5 && said.includes(one)) });
  },

  U4: ({ attempts, stranger, fresh }) =>
    sentences({
      'somebody of another organisation did something here': attempts.some(
        ({ doer, failure, command }) => doer.person === stranger && failure === null && isHere(command),
      ),
      'an act of another organisation is recorded here': fresh.some(
        ({ actor }) => 'uid' in actor && actor.uid === stranger.uid,
      ),
    }),
};

/** What somebody of another organisation may do in their own organisation, whatever happens here. */
const isHere = (command: string): boolean =>
  !/create|define|register|invite|change-settings|export|identity|passkey|begin|preview-invitations/.test(command);

/** Dear ones: asked at each n-th step. */
export const screenOracles: WorldOracles = {
  /** Every event is in a trail. */
  async L1({ organisation: { services, world }, events }) {
    const rows = await services.database.read(world.org, (db) =>
      db.selectFrom('read.audit').select('position').distinct().execute(),
    );
    const inTrails = new Set(rows.map(({ position }) => String(position)));
    return events
      .filter(({ position }) => !inTrails.has(position))
      .map(({ type, position }) => `${type} at ${position} is in nobody's trail`);
  },

  async F4(stage) {
    const { models, organisation, stranger } = stage;
    const [employee] = active(stage, 'EMPLOYEE');
    const [document] = models.documents.slice(-1);
    if (!employee || !document) return [];
    const listed = await answer(organisation, employee, listEffective, { sort: 'name', page: 1 });
    const fromOutside = await answer(organisation, stranger, getDocumentPage, { document: document.uid });
    const inForce = models.documents.filter(({ effective_version: version }) => version !== null).map(({ uid }) => uid);
    return sentences({
      'an employee is shown what is not in force': listed.documents.some(({ uid }) => !inForce.includes(uid)),
      'somebody of another organisation is shown a document': typeof fromOutside !== 'string',
    });
  },

  async U2(stage) {
    const { models, organisation } = stage;
    const found: string[] = [];
    for (const each of active(stage)) {
      const person = today(stage, each);
      const compare = (what: string, asked: readonly string[], shown: readonly string[]) => {
        for (const uid of asked.filter((one) => !shown.includes(one)))
          found.push(`${person.firstName} does not see ${what} ${uid}`);
        for (const uid of shown.filter((one) => !asked.includes(one)))
          found.push(`${person.firstName} sees ${what} ${uid}, which is not open`);
      };
      const training = await answer(organisation, person, listOpenTraining, { page: 1 });
      const open = models.records.filter(({ user_uid: user, status }) => user === person.uid && status === 'OPEN');
      compare(
        'training',
        uidsOf(open).slice(0, training.records.length),
        training.records.map(({ record }) => record),
      );
      if (person.role === 'EMPLOYEE') continue;
      const tasks = await answer(organisation, person, startHere, { all: true });
      const asked = models.approvals.filter(({ user_uid: user, status }) => user === person.uid && status === 'OPEN');
      const documentsOf = (cards: readonly { document: string }[]) => cards.map(({ document }) => document);
      compare(
        'an approval of',
        asked.map((one) => one.document_uid),
        documentsOf(tasks.approvals.cards),
      );
      const drafts = models.documents.filter(
        ({ owner_uid: owner, status }) => owner === person.uid && status === 'CREATED',
      );
      compare('the draft', uidsOf(drafts), documentsOf(tasks.drafts.cards));
    }
    return found;
  },
};
