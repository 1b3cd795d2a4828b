import { randomUUID } from 'node:crypto';
import type { RunningServer } from '#tests/support/server.ts';
import { Visitor } from '#tests/support/visitor.ts';

/** Sets up an organisation with the area QA by the forms of a server without one. Answers its admin, signed in. */
export async function setUp(server: RunningServer, admin: { email: string; password: string }): Promise<Visitor> {
  const visitor = new Visitor(server.url);
  const answer = await visitor.post('/setup', {
    setupCode: server.setupCode() ?? '',
    name: 'Northmere Diagnostics',
    domain: 'northmere.example',
    adminFirstName: 'Ines',
    adminLastName: 'Okafor',
    adminEmail: admin.email,
    newPassword: admin.password,
    confirmPassword: admin.password,
  });
  if (answer.status >= 400) throw new Error(`Set-up answered ${answer.status}`);
  await visitor.signIn(admin.email, admin.password);
  await visitor.post('/dashboard/functional-areas/create', { name: 'QA', commandId: randomUUID() });
  return visitor;
}
