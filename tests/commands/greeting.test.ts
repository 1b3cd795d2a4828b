import { describe, expect, it } from 'vitest';
import { registerOrganisation } from '#app/commands/organisation/register.ts';
import { greet } from '#app/setup/greeting.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { testServices } from '#tests/support/services.ts';

const first = {
  name: 'Northmere Diagnostics',
  domain: 'northmere.example',
  adminEmail: 'ines@northmere.example',
  adminFirstName: 'Ines',
  adminLastName: 'Okafor',
  newPassword: 'corridor-battery-9-lamp',
};

describe('what the console says at the start', () => {
  it('is that the demonstration is not loaded, where another server or a visitor makes the first organisation meanwhile', async () => {
    const services = await testServices({ db: await freshDatabase() });
    // Whoever holds the turn makes its organisation before the demonstration's is looked at.
    const holder = await services.database.pool.connect();
    await holder.query('select pg_advisory_lock(4711000007)');
    const made = registerOrganisation(services, first, 'console', { onlyFirst: true });
    await expect.poll(() => waiting(services), { timeout: 30_000 }).toBe(1);
    const said = greet(services, { demonstration: true });
    await expect.poll(() => waiting(services), { timeout: 30_000 }).toBe(2);
    await holder.query('select pg_advisory_unlock(4711000007)');
    holder.release();
    expect(await made).toMatchObject({ ok: true });
    expect(await said).toEqual([
      expect.stringMatching(/is ready at .+ \(the demonstration was not loaded: the database is not empty\)$/),
    ]);
    expect(await greet(services, { demonstration: false })).toEqual([expect.stringMatching(/is ready at \S+$/)]);
  });
});

async function waiting({ database }: Awaited<ReturnType<typeof testServices>>): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks
     where locktype = 'advisory' and not granted and objid = (4711000007 & 4294967295)::oid
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]!.count;
}
