import type { Site } from '#tests/http/site.ts';
import type { ScenarioOrganisation } from '#tests/support/scenario.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { isPick, markPlace, type Pick, type Pool } from './values.ts';

/** One organisation as the requests use it: who calls, what there is of it, and the word that it alone ever sends. */
export class Callers {
  readonly #tokens = new Map<string, string>();
  readonly #uids = new Map<Pool, string[]>();
  readonly etags: string[] = ['"1-aaaaaaaaaaaaaaaaaaaaaa"'];
  #people: Person[];
  #joined = 0;

  constructor(
    readonly site: Site,
    readonly side: ScenarioOrganisation,
    readonly mark: string,
  ) {
    this.#people = [side.author, side.approver, side.employee, side.outsider];
  }

  /** Half of the calls are the admin's, who may do most. */
  person(n: number): Person {
    return n < 50 ? this.side.admin : (this.#people[n % this.#people.length] ?? this.side.admin);
  }

  /** A bearer token of the person; another one where the last was refused. */
  async token(person: Person, refused = false): Promise<string> {
    const known = this.#tokens.get(person.uid);
    if (known !== undefined && !refused) return known;
    const { token } = await this.site.services.identity.sessions.create({
      org: person.org,
      user: person.uid,
      door: 'call',
      now: new Date().toISOString(),
      address: null,
      agent: null,
      limits: { idleMinutes: 600, absoluteHours: 24 },
    });
    this.#tokens.set(person.uid, token);
    return token;
  }

  /** Looks again at what there is, and lets somebody join for each who was deactivated meanwhile. */
  async look(): Promise<void> {
    const { owner } = this.site.db;
    const uids = async (pool: Pool, table: string) => {
      const sql = `select uid::text from read.${table} where org_id = $1 order by uid`;
      const { rows } = await owner.query<{ uid: string }>(sql, [this.side.world.org]);
      this.#uids.set(
        pool,
        rows.map(({ uid }) => uid),
      );
    };
    await uids('org', 'organisation');
    await uids('user', 'user_account');
    await uids('document', 'document');
    await uids('department', 'department');
    await uids('approval', 'approval');
    await uids('record', 'training_record');
    this.#uids.set(
      'any',
      [...this.#uids].flatMap(([pool, all]) => (pool === 'any' ? [] : all)),
    );
    const { rows } = await owner.query<{ uid: string }>(
      `select uid::text from read.user_account where org_id = $1 and status = 'ACTIVE'`,
      [this.side.world.org],
    );
    const active = new Set(rows.map(({ uid }) => uid));
    if (!active.has(this.side.admin.uid)) return;
    this.#people = await Promise.all(
      this.#people.map(async (one) => (active.has(one.uid) ? one : this.#successor(one))),
    );
  }

  async #successor(gone: Person): Promise<Person> {
    const { email, password } = this.side.admin;
    const joined = { firstName: 'Next', lastName: this.mark, role: gone.role, password };
    const address = `next-${++this.#joined}@${email.split('@')[1]}`;
    return this.side.world.join({ ...joined, email: address }, [...this.side.world.departments.keys()].slice(0, 1));
  }

  /** What nobody of the other organisation may ever be answered. */
  marks(): string[] {
    const domain = this.side.admin.email.split('@')[1] ?? '';
    return [...(this.#uids.get('any') ?? []), domain, this.side.world.name, this.mark];
  }

  #pool(pool: Pool): readonly string[] {
    const people = [this.side.admin, ...this.#people];
    switch (pool) {
      case 'email':
        return people.map(({ email }) => email);
      case 'password':
        return people.map(({ password }) => password);
      case 'name':
        return people.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
      case 'file':
        return (this.#uids.get('document') ?? []).map((uid) => `${this.side.world.org}/${uid}/${uid}/final`);
      case 'etag':
        return this.etags;
      default:
        return this.#uids.get(pool) ?? [];
    }
  }

  /** Fills in a planned request: picks of this organisation or of the `other` one, and this one's mark. */
  fill(value: unknown, caller: Person, other: Callers): unknown {
    if (typeof value === 'string') return value.replaceAll(markPlace, this.mark);
    if (isPick(value)) return (value.other ? other : this).#picked(value, caller);
    if (Array.isArray(value)) return value.map((one) => this.fill(one, caller, other));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.fill(one, caller, other)]));
  }

  #picked({ pick, n }: Pick, caller: Person): string {
    if (pick === 'self') return caller.uid;
    if (pick === 'address') return `somebody-${n}@${this.side.admin.email.split('@')[1]}`;
    const pool = this.#pool(pick);
    return pool[n % pool.length] ?? '00000000-0000-4000-8000-000000000000';
  }
}
