import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import Confirm, { loader as confirmLoader } from '#app/sign-in/screens/confirm.tsx';
import Reconfirm, { loader as reconfirmLoader } from '#app/sign-in/screens/reconfirm.tsx';
import { freshDatabase } from '#tests/support/database.ts';
import { somebody } from '#tests/support/organisation.ts';
import { testServices } from '#tests/support/services.ts';

const found = (services: Awaited<ReturnType<typeof testServices>>, name: string) => {
  const { role: _, ...admin } = somebody('Ines', 'Okafor', 'ADMIN');
  return World.found(services, { name, domain: 'northmere.example', admin });
};

it('by screen: /confirm and /reconfirm say how long the code is valid', async () => {
  const services = await testServices({ db: await freshDatabase() });
  const world = await found(services, 'Northmere Diagnostics');
  const page = async (Page: ComponentType, address: string, load: typeof confirmLoader) => {
    const context = { services, requestId: 'reference-1', address: null, header: () => undefined, log: services.log };
    const request = new Request(`https://quality.example${address}`);
    const data = await load({ request, params: {}, context } as unknown as LoaderFunctionArgs);
    const routes = [{ id: 'page', path: '*', element: <Page />, loader: () => null }];
    const router = createMemoryRouter(routes, {
      initialEntries: [address],
      hydrationData: { loaderData: { page: data } },
    });
    return renderToStaticMarkup(<RouterProvider router={router} />);
  };
  const bothSay = async (words: string) => {
    expect(await page(Confirm, '/confirm', confirmLoader)).toContain(words);
    expect(await page(Reconfirm, '/reconfirm', reconfirmLoader)).toContain(words);
  };
  await bothSay('It expires in 24 hours.');
  const settings = { ...defaultSettings, invitationDays: 5 };
  await world.act(world.admin, changeSettings, { name: world.name, settings, reason: 'People are away.' });
  await bothSay('It expires in 5 days.');
  // Whose code it is, and so how long it is valid, would disclose who has an account where.
  await found(services, 'Southwold Instruments');
  await bothSay('It expires in 24 hours, or after the days that your organisation chose. The email says when.');
});
