import { qualityUnitName } from '#events/organisation/controls.ts';
import { firstDay } from '#app/set-up/demonstration/northmere.ts';
import { grantFunction } from '#app/people/commands/functions/grant.ts';
import { createFunction } from '#app/people/commands/functions/manage.ts';
import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { declareAbsence } from '#app/people/commands/absence.ts';
import type { Cast } from '#app/set-up/demonstration/story.ts';
import type { Happening } from '#app/set-up/demonstration/unfold.ts';
import type { World } from '#app/set-up/demonstration/world.ts';
import { isoDay } from '#app/ui/text/date.ts';

/** Who holds the function, by first name. */
const processOwners = ['Tomasz', 'Amélie', 'Marit'];

/** Each grants it to the other, since nobody grants themselves a function. */
const qualityUnit = [
  { by: 'Ines', to: 'Priya' },
  { by: 'Priya', to: 'Ines' },
];

/** `unit` and `area`: the uids of the quality unit and of Engineering. */
const routeOf = (unit: string, area: string) => ({
  name: 'Work instructions of Engineering',
  types: ['Work_Instruction'],
  areas: [{ area, name: 'ENG' }],
  steps: [
    { name: 'Technical review', meaning: 'reviewed', who: { kind: 'named_by_owner' }, howMany: 'all', days: 5 },
    { name: 'Process owner', meaning: 'approved', who: { kind: 'named_by_owner' }, howMany: 'all', days: 10 },
    {
      name: 'Quality unit',
      meaning: 'quality_approved',
      who: { kind: 'function', function: { uid: unit, name: 'Quality unit' } },
      howMany: 1,
      days: 5,
    },
  ],
  separation: 'strict',
  samePerson: false,
});

/** The function that the organisation began with. */
const unitOf = async ({ ports, org }: World): Promise<string> => {
  const { uid } = await ports.database.read(org, (db) =>
    db.selectFrom('read.function').select('uid').where('name', '=', qualityUnitName).executeTakeFirstOrThrow(),
  );
  return uid;
};

/** Functions and a route, which WI-ENG-031 takes, and an approver who is absent at present with Ines as the deputy. */
export function* duties({ calendar, person }: Cast): Generator<Happening> {
  const happens = (day: number, name: string, run: (world: World) => Promise<void>): Happening => ({
    at: calendar.at(day, 8, name),
    name,
    on: null,
    run,
  });
  const today = ({ ports }: World): string => isoDay(ports.now(), 'UTC');
  const reason = 'Named in the quality manual.';
  const unitNamed = async (world: World): Promise<void> => {
    const given = { function: await unitOf(world), from: today(world), reason };
    for (const { by, to } of qualityUnit)
      await world.act(person(by), grantFunction, { ...given, user: person(to).uid });
  };
  // On the day on which both have joined, before the first document.
  const name = 'the quality unit';
  yield { at: calendar.at(firstDay, 12, name), name, on: null, run: unitNamed };
  yield happens(-30, 'functions', async (world) => {
    const { function: uid } = await world.act(world.admin, createFunction, { name: 'Process owner' });
    const given = { function: uid, from: today(world), reason };
    for (const one of processOwners) await world.act(world.admin, grantFunction, { ...given, user: person(one).uid });
  });
  yield happens(-10, 'a route', async (world) => {
    const { area } = await world.ports.database.read(world.org, (db) =>
      db.selectFrom('read.functional_area').select('area').where('name', '=', 'ENG').executeTakeFirstOrThrow(),
    );
    await world.act(world.admin, defineRoute, { definition: routeOf(await unitOf(world), area) });
  });
  yield happens(-2, 'an absence', async (world) => {
    const { uid: user } = person('Tomasz');
    const until = calendar.midnight(6).slice(0, 10);
    await world.act(person('Tomasz'), declareAbsence, { user, deputy: world.admin.uid, from: today(world), until });
  });
}
