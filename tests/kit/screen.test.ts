import type { AppLoadContext } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { screenAction, screenLoader, type Access } from '#app/kit/screen/screen.ts';
import { roleMay } from '#events/permissions.ts';
import type { Role } from '#events/user/events.ts';
import { asViewer } from '#tests/support/asking.ts';
import { organisation, type Organisation } from '#tests/support/organisation.ts';

type Person = Organisation['author'];

/** Requests an address as somebody, or as a visitor (null); answers the status, and where it leads. */
async function visit(
  { services }: Organisation,
  by: Person | null,
  screen: { access: Access; params?: z.ZodType; search?: z.ZodType },
  { method = 'GET', params = {}, query = '', form = {} as Record<string, string> } = {},
): Promise<{ status: number; to?: string | null; data?: unknown }> {
  const body = method === 'POST' ? new URLSearchParams(form) : null;
  const request = new Request(`http://localhost/dashboard/page${query}`, { method, body });
  const context = {
    services,
    log: services.log,
    requestId: 'request',
    address: null,
    header: () => undefined,
    viewer: by ? asViewer(services, by) : Promise.resolve(null),
  } as unknown as AppLoadContext;
  const args = { request, params, context };
  const seen = async ({ params: path, search }: { params: unknown; search: unknown }) =>
    Promise.resolve({ path, search });
  const open = method === 'POST' ? screenAction({ ...screen, act: seen }) : screenLoader({ ...screen, load: seen });
  try {
    return { status: 200, data: await open(args) };
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status, to: thrown.headers.get('Location') };
    return { status: (thrown as { init?: { status?: number } }).init?.status ?? 500 };
  }
}

describe('what a screen declares is checked before it loads or acts', () => {
  const kinds: Access[] = ['public', 'signed-in', 'document.create', 'library.import', 'organisation.change_settings'];

  it.each(kinds)('[P11-10d] [P11-10g] access %s: each role and a visitor, to read and to send', async (access) => {
    const world = await organisation();
    const { admin, author, employee } = world;
    for (const method of ['GET', 'POST']) {
      for (const person of [admin, author, employee]) {
        const may = access === 'public' || access === 'signed-in' || roleMay(person.role as Role, access);
        expect(await visit(world, person, { access }, { method }), person.role).toMatchObject({
          status: may ? 200 : 403,
        });
      }
      const answer = await visit(world, null, { access }, { method });
      if (access === 'public') expect(answer).toMatchObject({ status: 200 });
      else expect(answer).toMatchObject({ status: 302, to: '/?redirect=%2Fdashboard%2Fpage' });
    }
  });

  it('a parameter or a query that does not fit is 404, also for those whose role suffices', async () => {
    const world = await organisation();
    const { admin, employee } = world;
    const screen = {
      access: 'library.import' as const,
      params: z.object({ uid: z.string().regex(/^\w{21}$/) }),
      search: z.object({ at: z.coerce.number().int().optional() }),
    };
    const uid = 'a'.repeat(21);
    expect(await visit(world, admin, screen, { params: { uid }, query: '?at=7&at=8' })).toEqual({
      status: 200,
      data: { path: { uid }, search: { at: 7 } },
    });
    expect(await visit(world, admin, screen, { params: { uid: 'no-uid' } })).toMatchObject({ status: 404 });
    expect(await visit(world, admin, screen, { params: { uid }, query: '?at=x' })).toMatchObject({ status: 404 });
    // Whether the address fits is not shown to those who may not open it.
    expect(await visit(world, employee, screen, { params: { uid: 'no-uid' } })).toMatchObject({ status: 403 });
  });

  it('a form that another person opened in the same browser says so', async () => {
    const world = await organisation();
    const { employee, author } = world;
    const sent = { method: 'POST', form: { person: author.uid } };
    expect(await visit(world, employee, { access: 'document.create' }, sent)).toMatchObject({ status: 409 });
  });
});
