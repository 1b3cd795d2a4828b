import { matchRoutes } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { plainScreens } from '#app/server/pages.ts';

const known = Object.fromEntries(
  [
    { id: 'root', path: '', parentId: undefined },
    ...routes.map((route) => ({ ...route, id: route.id ?? route.file, parentId: 'root' })),
  ].map((route) => [route.id, route]),
);
const screenOf = plainScreens({ routes: known as never });
const remix = (path: string) =>
  matchRoutes(
    [
      {
        id: 'root',
        path: '',
        children: routes.map(({ file, id = file, path: at, index }) =>
          index ? { id, index: true } : { id, path: at },
        ),
      },
    ] as never,
    path,
  )?.at(-1)?.route.id;

/** Each route with values in its open places, and with what other routes have fixed there. */
const addresses = routes
  .filter(({ path }) => path !== '*')
  .flatMap(({ path = '' }) => [
    `/${path}`.replace(/\/+/g, '/').replaceAll(/:\w+/g, '0199a1b2-0004-7000-8000-000000000001'),
    `/${path}`.replace(/\/+/g, '/').replaceAll(/:\w+/g, 'create'),
  ]);

describe('the screen of an address', () => {
  it('is the one that Remix finds', () => {
    expect(addresses.length).toBeGreaterThan(150);
    for (const address of addresses) expect([address, screenOf(address)]).toEqual([address, remix(address)]);
  });

  it('is left to Remix where the address is spelled in another way, or is none', () => {
    for (const address of ['/dashboard/', '//dashboard', '/Dashboard', '/dashboard%2Fusers', '/nowhere', '/__manifest'])
      expect([address, screenOf(address)]).toEqual([address, undefined]);
  });
});
