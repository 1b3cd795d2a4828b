import { addDays, instantOf, type Instant } from '#events/time.ts';
import { chanceOf } from '#app/set-up/demonstration/calendar.ts';
import { numberOf } from '#app/set-up/demonstration/document-facts.ts';
import type { Happening } from '#app/set-up/demonstration/unfold.ts';
import type { Person, World } from '#app/set-up/demonstration/world.ts';

/** Plans when people sign their training: most in time, some late, and a few still have not at present. */
export class TrainingPlan {
  readonly #planned = new Set<string>();

  /** `people`: by uid. */
  constructor(
    private readonly people: ReadonlyMap<string, Person>,
    private readonly present: Instant,
  ) {}

  /** The signatures of open training that nobody has planned before. */
  async plan({ ports, org }: World): Promise<Happening[]> {
    const open = await ports.database.read(org, (db) =>
      db
        .selectFrom('read.training_record as t')
        .innerJoin('read.document as d', 'd.uid', 't.document_uid')
        .select(['t.uid', 't.user_uid', 't.document_uid', 't.version', 't.assigned_at', 't.due_at', 'd.name'])
        .select(['d.type', 'd.functional_area as area', 'd.doc_num as number'])
        .where('t.status', '=', 'OPEN')
        .orderBy('t.uid')
        .execute(),
    );
    return open.flatMap((record) => {
      const person = this.people.get(record.user_uid);
      if (!person || this.#planned.has(record.uid)) return [];
      this.#planned.add(record.uid);
      const at = signsAt(`${person.email} ${record.name} ${record.version}`, record, this.present);
      return at === null ? [] : [signature(record, person, at, numberOf(record))];
    });
  }
}

/** Days before the present: of what was due since then, some is overdue. */
const overdueSince = -120;

/** When a record is signed; null: not before the present. */
function signsAt(name: string, record: { assigned_at: Instant; due_at: Instant }, present: Instant): Instant | null {
  const [assigned, due] = [Date.parse(record.assigned_at), Date.parse(record.due_at)];
  const stillOpen = record.due_at > present && chanceOf(`open ${name}`) < 0.6;
  const isRecent = record.due_at > addDays(present, overdueSince) && record.due_at <= present;
  if (stillOpen || (isRecent && chanceOf(`never ${name}`) < 0.36)) return null;
  const isLate = chanceOf(`late ${name}`) < 0.06;
  const share = isLate ? 1.1 + chanceOf(`share ${name}`) : 0.08 + 0.85 * chanceOf(`share ${name}`);
  const at = new Date(assigned + share * (due - assigned));
  // Within the working day.
  at.setUTCHours(7 + (at.getUTCHours() % 10));
  const signed = instantOf(at);
  return signed < present ? signed : null;
}

const signature = (
  record: { uid: string; document_uid: string; version: string },
  person: Person,
  at: Instant,
  on: string,
): Happening => ({
  at,
  name: `training ${record.uid}`,
  on,
  beside: true,
  run: async (world) => {
    const { status } = await world.ports.database.read(world.org, (db) =>
      db.selectFrom('read.training_record').select('status').where('uid', '=', record.uid).executeTakeFirstOrThrow(),
    );
    // Cancelled meanwhile: the person has left, or another version is in force.
    if (status !== 'CANCELLED') await world.train(person, record.document_uid, record.version);
  },
});
