import { describe, expect, it } from 'vitest';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from '#tests/http/site.ts';
import { get, post, put, type ApiClient } from './client.ts';
import { begun, content } from './setup.ts';

interface Listed {
  uid: string;
  status: string;
  changedDate: number;
  decidedDate: number | null;
  sha256: string | null;
  reason: string | null;
  docId: string;
  doc: { name: string; version: string };
}

/** The lists that programs read: their orders, and parts that hold while rows change. */
export function describeLists(world: () => { site: Site; client: ApiClient }): void {
  const path = (list: string, query: string) => `/api/orgs/${world().site.ours.world.org}/${list}?${query}`;
  const all = (address: string, by: Person = world().site.ours.admin) =>
    world().client.data<Listed[]>(by, get(address));
  const part = async (address: string) => {
    const { json } = await world().client.send(world().site.ours.admin, get(address));
    return json as { data: Listed[]; next: string | null };
  };

  describe('the lists for programs', () => {
    it.each([
      ['training-records', ['assigned', 'due', 'changed', 'user', 'document']],
      ['approvals', ['requested', 'changed', 'user', 'document']],
      ['docs', ['name', 'changed']],
    ])('%s: parts give every row once in each order, forwards and backwards', async (list, sorts) => {
      for (const sort of sorts) {
        const whole = (await all(path(list, `sort=${sort}`))).map(({ uid }) => uid);
        expect(whole.length).toBeGreaterThan(2);
        const walked: string[] = [];
        for (let cursor = ''; ;) {
          const { data, next } = await part(path(list, `sort=-${sort}&limit=2${cursor}`));
          walked.push(...data.map(({ uid }) => uid));
          if (next === null) break;
          cursor = `&cursor=${next}`;
        }
        expect(walked).toEqual(whole.toReversed());
      }
    });

    it('loses no row, and repeats none that stays, while others change between two parts', async () => {
      const { site, client } = world();
      const { author } = site.ours;
      const moved: string[] = [];
      for (const number of ['741', '742'])
        moved.push(
          (await client.send(author, post('/api/docs', begun(number, `Moved ${number}`)))).headers.get('uid') ?? '',
        );
      // Each to the other end of the names, and both to the end of what changed.
      const move = async (round: number) => {
        for (const [at, uid] of moved.entries()) {
          const name = `${(round + at) % 2 ? 'Aardvark' : 'Zymurgy'} ${round}`;
          const { status } = await client.send(author, put(`/api/docs/${uid}`, content(`74${at + 1}`, name)));
          expect(status).toBe(200);
        }
      };
      await move(0);
      for (const [round, sort] of ['name', '-name', 'changed', '-changed'].entries()) {
        const whole = (await all(path('docs', `sort=${sort}`))).map(({ uid }) => uid);
        const { data, next: first } = await part(path('docs', `sort=${sort}&limit=3`));
        const walked = data.map(({ uid }) => uid);
        await move(round + 1);
        for (let cursor = first; cursor !== null;) {
          const { data: more, next } = await part(path('docs', `sort=${sort}&limit=3&cursor=${cursor}`));
          walked.push(...more.map(({ uid }) => uid));
          cursor = next;
        }
        const staying = (uids: string[]) => uids.filter((uid) => !moved.includes(uid));
        expect(staying(walked)).toEqual(staying(whole));
        // What changes while it is read comes at the latest with the last part.
        if (sort === 'changed') expect(walked.slice(-2)).toEqual(moved);
      }
    });

    it('refuses the cursor of another order, and says what a filter takes', async () => {
      const { site, client } = world();
      const { next } = await part(path('approvals', 'sort=user&limit=1'));
      const other = await client.send(site.ours.admin, get(path('approvals', `sort=changed&cursor=${next}`)));
      expect(other.json).toMatchObject({ status: 422, errors: { cursor: ['Invalid Input.'] } });
      const bad = await client.send(site.ours.admin, get(path('training-records', 'status=DONE&changed_since=')));
      expect(bad.json).toMatchObject({
        errors: {
          status: ['Invalid Input. Choose OPEN, COMPLETED or CANCELLED.'],
          changed_since: ['Invalid Input. Enter a date as milliseconds since 1970, for example 1796774400000.'],
        },
      });
    });

    it('gives what the signature of an approval records, in the lists and with the document', async () => {
      const { site, client } = world();
      const { documents, world: organisation, admin } = site.ours;
      const { events } = await site.services.ledger.readStream(organisation.org, `document-${documents.rejected}`);
      const [rejected] = events.flatMap((event) => (event.type === 'ApprovalRejected' ? [event.data] : []));
      const { signature } = rejected as unknown as { signature: { reason: string; sha256: string; signedAt: string } };
      const [listed] = await all(path('approvals', `document=${documents.rejected}&status=REJECTED`));
      const recorded = {
        meaning: 'rejected',
        reason: signature.reason,
        sha256: signature.sha256,
        decidedDate: Date.parse(signature.signedAt),
      };
      expect(listed).toMatchObject(recorded);
      const whole = await client.data<{ approvals: object[]; filePdf: object }>(
        admin,
        get(`/api/docs/${documents.rejected}`),
      );
      expect(whole.approvals).toContainEqual(expect.objectContaining(recorded));
      expect(whole.filePdf).toMatchObject({ sha256: signature.sha256, size: expect.any(Number) as number });
    });

    it('finds what changed since, and what is due', async () => {
      const records = await all(path('training-records', 'sort=changed'));
      const last = records.at(-1)!.changedDate;
      const since = await all(path('training-records', `changed_since=${last}`));
      expect(since.map(({ uid }) => uid)).toEqual(
        records.filter(({ changedDate }) => changedDate >= last).map(({ uid }) => uid),
      );
      expect(await all(path('training-records', `changed_since=${last + 1}`))).toEqual([]);
      expect(await all(path('docs', `changed_since=${Date.now() + 60_000}`))).toEqual([]);
      expect(await all(path('training-records', 'due_before=1000'))).toEqual([]);
      const { world: organisation } = world().site.ours;
      const people = await all(`/api/users?org=${organisation.org}&changed_since=1&sort=-changed`);
      expect(people.length).toBeGreaterThan(4);
    });

    it('gives the effective date as it was chosen', async () => {
      const { site, client } = world();
      const whole = await client.data<{ effectiveOn: { date: string; zone: string }; effectiveDate: number }>(
        site.ours.admin,
        get(`/api/docs/${site.ours.documents.pending}`),
      );
      const { date, zone } = whole.effectiveOn;
      expect(new Date(whole.effectiveDate).toLocaleDateString('sv', { timeZone: zone })).toBe(date);
    });
  });
}
