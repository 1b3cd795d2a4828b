import { expect, it } from 'vitest';
import { admitImported } from '#app/set-up/commands/admit-imported.ts';
import { organisationWithQueue } from '#tests/support/worker-setup.ts';

it('by archive: after a move the email with the code says that the organisation moved', async () => {
  const org = await organisationWithQueue();
  const { services, world, author } = org;
  const { size } = await services.ledger.readHead(world.org);
  await admitImported(services, { org: world.org, archive: 'a'.repeat(64), size: Number(size), root: 'b'.repeat(64) });
  await org.work();
  const message = (await org.emails()).filter(({ to }) => to?.[0]?.address === author.email).at(-1);
  expect(message?.subject).toBe(`${world.name} has moved: choose a password`);
  expect(message?.text?.replaceAll(/\s+/g, ' ')).toContain(`${world.name} keeps its documents and training records at`);
  expect(message?.text).not.toContain('a reset code was requested');
});
