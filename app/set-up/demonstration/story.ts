import { addMs } from '#events/time.ts';
import { assignRetraining } from '#app/training/commands/assign-retraining.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { replaceApprover } from '#app/documents/commands/approvers.ts';
import { recordReview } from '#app/documents/commands/record-review.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { chanceOf, type Calendar } from '#app/set-up/demonstration/calendar.ts';
import { changesOf } from '#app/set-up/demonstration/changes.ts';
import {
  numberOf,
  type DemonstrationDocument,
  type DemonstrationVersion,
} from '#app/set-up/demonstration/document-facts.ts';
import { firstDay } from '#app/set-up/demonstration/northmere.ts';
import { changeOf } from '#app/set-up/demonstration/changes-of-versions.ts';
import type { Papers } from '#app/set-up/demonstration/papers.ts';
import type { Happening } from '#app/set-up/demonstration/unfold.ts';
import type { Person, World } from '#app/set-up/demonstration/world.ts';
import { documentsToRetrain } from '#app/training/queries/retraining.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';

/** What a document's happenings share. */
export interface Cast {
  calendar: Calendar;
  papers: Papers;
  person(firstName: string): Person;
  /** The uids of the documents by number, once they are created. */
  uids: Map<string, string>;
  /** The owner at a time, who may have left since. */
  ownerOf(document: DemonstrationDocument, day: number): Person;
}

/** Days from a submission to the date of the version, where the document does not say. */
const weeksToEffective = 28;
const daysToFinalApproval = 8;

const effectiveDay = ({ day, effective = day + weeksToEffective }: DemonstrationVersion): number | null => effective;

/** Whether it came so far: all signed, and the final approval given. */
const isPublished = (version: DemonstrationVersion): boolean =>
  !version.rejection && !version.signers && effectiveDay(version) !== null;

/** The life of a document up to the present, without a retirement at present. */
export function* lifeOf(document: DemonstrationDocument, cast: Cast): Generator<Happening> {
  const { calendar, person, uids } = cast;
  const number = numberOf(document);
  const happens = (day: number, hour: number, what: string, run: Happening['run']): Happening => {
    const name = `${number} ${what}`;
    return { at: calendar.at(day, hour, name), name, on: number, run };
  };
  if (document.drafted !== undefined) yield happens(document.drafted, 9, 'draft', create(document, null, cast));
  for (const [index, version] of document.versions.entries()) {
    const of = (what: string): string => `${what} ${version.version}`;
    const submit = index === 0 ? create(document, version, cast) : revise(document, version, cast);
    yield happens(version.day, 9, of('sent'), submit);
    const { approvers = [] } = document;
    const { signers = approvers, rejection, replaced } = version;
    if (replaced)
      yield happens(version.day + 4, 9, of('replaced'), async (world) => {
        await replace(world, uids.get(number)!, {
          old: person(replaced.old),
          by: person(replaced.by),
          reason: replaced.reason,
        });
      });
    for (const name of signers) {
      const signer = name === replaced?.old ? replaced.by : name;
      const wait = name === replaced?.old ? 5 : 1 + Math.floor(4 * chanceOf(`${number} ${version.version} ${name}`));
      if (rejection && name === rejection.by) continue;
      yield happens(version.day + Math.min(wait, rejection ? 2 : 6), 11, of(`signed by ${name}`), (world) =>
        world.sign(person(signer), uids.get(number)!),
      );
    }
    if (rejection)
      yield happens(version.day + 4, 14, of('rejected'), (world) =>
        world.sign(person(rejection.by), uids.get(number)!, rejection.reason),
      );
    if (isPublished(version)) yield* published(document, version, cast, happens);
  }
  yield* reviews(document, cast, happens);
  yield* changesOf(document, cast, happens);
  const { retirement } = document;
  if (retirement?.day !== undefined)
    yield happens(retirement.day, 16, 'retired', async (world) => {
      await world.act(world.admin, retireDocument, { document: uids.get(number)!, reason: retirement.reason });
    });
}

type Happens = (day: number, hour: number, what: string, run: Happening['run']) => Happening;

/** The final approval, and the day on which it comes into force. */
function* published(
  document: DemonstrationDocument,
  version: DemonstrationVersion,
  { calendar, person, uids, ownerOf }: Cast,
  happens: Happens,
): Generator<Happening> {
  const number = numberOf(document);
  const { approvers = [document.owner], departments = [] } = document;
  const day = version.externallyEffective ? version.day : version.day + daysToFinalApproval;
  const effectiveAt = calendar.midnight(version.externallyEffective ? version.day - 30 : effectiveDay(version)!);
  // Nobody gives the final approval of what they own, or alone approved or declared effective.
  const first = person('Ines');
  const isAlone = approvers.length === 1 && approvers[0] === first.firstName;
  const owns = () => document.owner === first.firstName || ownerOf(document, version.day).uid === first.uid;
  yield happens(day, 15, `published ${version.version}`, (world) =>
    world.publish(uids.get(number)!, departments, effectiveAt, {
      waiveTraining: version.waiveTraining,
      by: isAlone || owns() ? person('Priya') : first,
    }),
  );
  if (version.externallyEffective || effectiveAt > calendar.present) return;
  const name = `${number} in force ${version.version}`;
  const run = async ({ ports, org }: World): Promise<void> => {
    accepted(await becomeEffective(ports, org, uids.get(number)!), name);
  };
  yield { at: addMs(effectiveAt, 1000), name, on: number, exact: true, run };
}

/** The periodic reviews of the versions in force, each some days before it is due. */
function* reviews(document: DemonstrationDocument, cast: Cast, happens: Happens): Generator<Happening> {
  const { reviewInterval = 730, reviewLeft = false, retirement } = document;
  const { versions } = document;
  const last = retirement?.day ?? 0;
  const due = versions.filter(isPublished).flatMap((version) => {
    const from = effectiveDay(version)!;
    // A version on its way is not reviewed.
    const until = versions[versions.indexOf(version) + 1]?.day ?? last;
    const count = Math.max(0, Math.floor((until - from) / (reviewInterval - 12)));
    return Array.from({ length: count }, (_, n) => from + (n + 1) * (reviewInterval - 12));
  });
  for (const day of reviewLeft ? due.slice(0, -1) : due)
    yield happens(day, 13, `reviewed ${day}`, async (world) => {
      const input = { outcome: 'no_change_needed', comment: 'Read against the practice of the last months.' };
      const by = cast.ownerOf(document, day);
      await world.act(by, recordReview, { ...input, document: cast.uids.get(numberOf(document))! });
    });
}

/** Creates the document: as a draft, or with its first version. */
const create =
  (document: DemonstrationDocument, version: DemonstrationVersion | null, cast: Cast): Happening['run'] =>
  async (world) => {
    const { type, area: functionalArea, number: docNum, name, approvers = [] } = document;
    const { trainingInterval = 730, reviewInterval = 730 } = document;
    const owner = cast.person(document.owner);
    const uid = await world.create(owner, {
      type,
      functionalArea,
      docNum,
      name,
      trainingInterval,
      reviewInterval,
      version: version?.version ?? '1.0',
      send: version !== null,
      approvers: version === null || version.externallyEffective ? [] : approvers.map(cast.person),
      ...(version && { change: changeOf(document, version) }),
      ...(version?.externallyEffective && { externallyEffective: true, declarationReason: version.reason ?? '' }),
      files: () => cast.papers.upload(document, version),
    });
    cast.uids.set(numberOf(document), uid);
  };

const revise =
  (document: DemonstrationDocument, version: DemonstrationVersion, cast: Cast): Happening['run'] =>
  async (world) => {
    const { type, area: functionalArea, number: docNum, name, approvers = [] } = document;
    await world.actOnce(cast.ownerOf(document, version.day), reviseDocument, async () => ({
      type,
      functionalArea,
      docNum,
      name,
      ...(await cast.papers.upload(document, version)),
      version: version.version,
      document: cast.uids.get(numberOf(document))!,
      reason: version.reason,
      change: changeOf(document, version),
      approvers: approvers.map((one) => cast.person(one).uid),
    }));
  };

async function replace(
  world: World,
  document: string,
  { old, by, reason }: { old: Person; by: Person; reason: string },
): Promise<void> {
  await world.actOnce(world.admin, replaceApprover, async () => {
    const { uid } = await world.ports.database.read(world.org, (db) =>
      db
        .selectFrom('read.approval')
        .select('uid')
        .where('document_uid', '=', document)
        .where('user_uid', '=', old.uid)
        .where('status', '=', 'OPEN')
        .executeTakeFirstOrThrow(),
    );
    return { document, approval: uid, user: by.uid, reason };
  });
}

/** Each second week training is assigned again where its interval has passed, as a job does it every night. */
export function* retrainings({ calendar }: Cast): Generator<Happening> {
  for (let day = firstDay + 30; day < 0; day += 14) {
    const name = `retraining ${day}`;
    yield {
      at: calendar.at(day, 6, name),
      name,
      on: null,
      async run({ ports, org }) {
        const documents = await ports.database.read(org, (db) => documentsToRetrain(db, ports.now()));
        for (const document of documents) accepted(await assignRetraining(ports, org, document), name);
      },
    };
  }
}
