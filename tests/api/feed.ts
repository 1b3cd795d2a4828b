import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLedgerGrowth } from '#app/adapters/database/ledger-growth.ts';
import { createDepartment } from '#app/organisation/commands/save-department.ts';
import { revokeServiceAccount } from '#app/integrations/commands/service-accounts/manage.ts';
import { canonicalize } from '#events/ledger/canonical.ts';
import type { Json } from '#events/ledger/types.ts';
import type { Site } from '#tests/http/site.ts';
import { serviceAccountOf } from '#tests/support/programs/service-accounts.ts';
import { get, type ApiClient } from './client.ts';

interface Part {
  data: { position: string; leafHash: string; event: { type: string; data: Record<string, Json> } }[];
  next: string;
}

/** The feed of the ledger, as a program follows it. */
export function describeFeed(world: () => { site: Site; client: ApiClient }): void {
  describe('the feed', () => {
    it('answers every event of the ledger once, in order, with its leaf hash', async () => {
      const { site, client } = world();
      const { org } = site.theirs.world;
      const { uid, token } = await serviceAccountOf(site.theirs, ['audit:read']);
      const part = async (query: string) => {
        const { status, json } = await client.sendWith(token, get(`/api/orgs/${org}/events?${query}`));
        expect(status).toBe(200);
        return json as Part;
      };
      const found: Part['data'] = [];
      let next = '0';
      for (let read: Part | null = null; read === null || read.data.length > 0;) {
        read = await part(`after=${next}&limit=150`);
        found.push(...read.data);
        ({ next } = read);
      }
      const { size } = await site.services.ledger.readHead(org);
      expect(found.map(({ position }) => position)).toEqual(Array.from({ length: Number(size) }, (_, i) => `${i + 1}`));
      const stored = await site.services.ledger.readBytes(
        org,
        [...found.keys()].map((i) => `${i + 1}`),
      );
      expect(found.map(({ leafHash }) => leafHash)).toEqual(stored.map(({ leaf }) => leaf.toString('hex')));
      for (const { event, leafHash } of found) {
        const bytes = Buffer.concat([Buffer.of(0), Buffer.from(canonicalize(event as unknown as Json))]);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(leafHash);
      }

      // Types are chosen, and `next` is past the others.
      const chosen = await part('types=DocumentRetired,DepartmentCreated&limit=1000');
      expect(new Set(chosen.data.map(({ event }) => event.type))).toEqual(
        new Set(['DocumentRetired', 'DepartmentCreated']),
      );
      expect(chosen.next).toBe(next);

      // A request that waits is answered by the next event, or with nothing; not after the account has ended.
      expect(await part(`after=${next}&wait=1`)).toEqual({ data: [], next });
      const waiting = part(`after=${next}&wait=20`);
      await site.theirs.world.act(site.theirs.admin, createDepartment, { name: 'Feed mill' });
      expect((await waiting).data).toMatchObject([
        { event: { type: 'DepartmentCreated', data: { name: 'Feed mill' } } },
      ]);
      // Fifty who wait, while the ledger grows, get each event once and in order.
      const { next: from } = await waiting;
      const names = Array.from({ length: 8 }, (_, at) => `Feed mill ${at}`);
      const follow = async () => {
        const seen: unknown[] = [];
        for (let after = from; seen.length < names.length;) {
          const read = await part(`after=${after}&wait=20&types=DepartmentCreated`);
          seen.push(...read.data.map(({ event }) => event.data.name));
          after = read.next;
        }
        return seen;
      };
      const followers = Promise.all(Array.from({ length: 50 }, follow));
      for (const name of names) await site.theirs.world.act(site.theirs.admin, createDepartment, { name });
      expect(await followers).toEqual(Array.from({ length: 50 }, () => names));
      const last = (await part(`after=${from}`)).next;
      const late = client.sendWith(token, get(`/api/orgs/${org}/events?after=${last}&wait=20`));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const ended = { account: uid, reason: 'Not needed.' };
      await site.theirs.world.act(site.theirs.admin, revokeServiceAccount, ended);
      expect((await late).status).toBe(401);
    });

    it('looks once for everybody who waits, and ends each wait when the server stops', async () => {
      let [looks, size] = [0, '7'];
      const readHead = () => Promise.resolve({ size: (looks++, size), recordedAt: null });
      const growth = createLedgerGrowth({ readHead });
      const waiting = Array.from({ length: 50 }, () => growth.wait('org', '7', 30_000));
      expect(await growth.wait('org', '7', 700)).toBe(false);
      size = '8';
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]));
      expect(looks).toBe(2);
      const late = growth.wait('org', '8', 30_000);
      growth.end();
      expect([await late, await growth.wait('org', '8', 30_000)]).toEqual([false, false]);
    });
  });
}
