import type { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { requestReset } from '#app/sign-in/commands/request-code.ts';
import { completeSignIn } from '#app/sign-in/commands/second-factor.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { setSingleSignOn } from '#app/sign-in/commands/single-sign-on/set.ts';
import { streamBreakGlass } from '#app/reports/queries/break-glass.ts';
import { streamIdentityGaps } from '#app/reports/queries/identity-gaps.ts';
import { streamMethods } from '#app/reports/queries/methods.ts';
import { somebody } from '#tests/support/organisation.ts';
import { organisationWithQueue } from '#tests/support/worker-setup.ts';
import { reportRows } from '#tests/support/report-rows.ts';
import { withApp } from '#tests/support/enrolled-app.ts';
import { hostileIssuer } from './hostile-issuer.ts';
import { accessOf, environment, settingsOf, visit } from './with-issuer.ts';

describe('a password where the organisation uses single sign-on', () => {
  it('[P11-300d3] lets in the local admin alone, and alarms all admins', async () => {
    const org = await organisationWithQueue(environment);
    const { world, services, admin, author, employee } = org;
    const code = await withApp(org, admin);
    const ada = { ...somebody('Ada', 'Byron', 'ADMIN'), email: `ada@${employee.email.split('@')[1]}` };
    const second = await world.join(ada, ['Quality']);
    const act = <S extends z.ZodType, O>(command: Command<S, O>, input: object) =>
      execute(command, input, visit(services));
    const employeesCode = await withApp(org, employee);
    const begun = await act(signIn('screen', null), employee);
    const { challenge } = (begun.ok ? null : begun.failure.facts) ?? {};
    expect(challenge).toEqual(expect.any(String));
    await world.act(admin, setSingleSignOn, settingsOf(org, await hostileIssuer()));
    expect(await world.attempt(second, deactivateUser, { user: admin.uid })).toMatchObject({
      failure: { code: 'local_admin' },
    });
    // A sign-in that began with a password before cannot be completed with its code.
    expect(await act(completeSignIn('screen', null), { challenge, code: employeesCode() })).toMatchObject({
      failure: { code: 'second_factor_expired' },
    });
    const refused = { failure: { code: 'single_sign_on_required' } };
    expect(await act(signIn('screen', null), author)).toMatchObject(refused);
    expect(await act(signIn('call', null), { ...admin, password: 'not-the-password-1' })).toMatchObject(refused);
    const stranger = { email: `nobody@${employee.email.split('@')[1]}`, password: author.password };
    expect(await act(signIn('screen', null), stranger)).toMatchObject(refused);
    for (const { email } of [admin, author]) expect(await act(requestReset(null), { email })).toMatchObject(refused);
    expect((await accessOf(org, author)).at(-1)).toMatchObject({ reason: 'single_sign_on_required' });
    const challenged = await act(signIn('screen', null), admin);
    expect(challenged).toMatchObject({ failure: { code: 'second_factor_required' } });
    expect(await act(signIn('screen', null), { ...admin, code: code() })).toMatchObject({ ok: true });
    expect((await accessOf(org, admin)).slice(-2).map(({ type }) => type)).toEqual(['UserSignedIn', 'BreakGlassUsed']);
    expect(await reportRows(org, (source) => streamBreakGlass(source))).toMatchObject([
      { email: admin.email, address: '192.0.2.7' },
    ]);
    const mine = await reportRows(org, (source) => streamMethods(source, 'sign-ins', { person: admin.uid }));
    expect(mine).toMatchObject([{ email: admin.email, uses: { password_and_code: 1 } }]);
    const gaps = await reportRows(org, (source) => streamIdentityGaps(source, {}));
    expect(gaps).toContainEqual(
      expect.objectContaining({ email: author.email, verified_at: null, factor_since: null, by_issuer: true }),
    );
    expect(gaps).toContainEqual(expect.objectContaining({ email: admin.email, by_issuer: false }));
    await org.work();
    const alarms = (await org.emails()).filter(({ subject }) => subject?.includes('without single sign-on'));
    const alarmed = alarms.flatMap(({ to }) => to?.map(({ address }) => address) ?? []);
    expect(alarmed.sort()).toEqual([admin.email, second.email].sort());
    expect(alarms[0]?.text?.replaceAll(/\s+/g, ' ')).toMatch(
      /signed in with a password on .+, from 192\.0\.2\.7\. .+ If you do not know why it was used, ask now/,
    );
  });
});
