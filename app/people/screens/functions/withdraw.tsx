import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { addresses } from '#app/kit/addresses.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { getFunction } from '#app/people/queries/functions/list.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { FunctionHead } from '#app/people/screens/functions/function-head.tsx';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { periodWords } from '#app/ui/text/period.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

const params = z.object({ uid: sentUid(), user: sentUid() });

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Withdraw function', data?.member.name);

export const loader = screenLoader({
  access: 'function.grant',
  params,
  async load({ ask, params: { uid, user }, ports }) {
    const { name: functionName } = await ask(getFunction, { function: uid });
    const { name, functions } = await ask(getMember, { user });
    const held = functions.find((one) => one.uid === uid) ?? null;
    return { functionName, member: { uid: user, name }, held, commandId: ports.newId() };
  },
});

export const action = screenAction({
  access: 'function.grant',
  params,
  async act(page) {
    const { uid, user } = page.params;
    const form = await readForm(page, z.object({}), { command: withdrawFunction });
    if (!form.ok) return form.showAgain();
    const result = await form.run(withdrawFunction, { ...form.values, function: uid, user });
    if (!result.ok) return form.refused(result.failure, failed.withdrawFunction);
    const { name, function: withdrawn } = result.value;
    return redirectTo(page, addresses.settingsFunctions(), `The function ${withdrawn} is withdrawn from ${name}.`);
  },
});

/** Withdraws a function from a person, for a reason. */
export default function WithdrawFunction() {
  const { functionName, member, held, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="withdraw"
      title="Withdraw function"
      masthead={<FunctionHead name={functionName} />}
      back={addresses.settingsFunctions()}
      obstacle={held === null ? `${member.name} does not hold this function.` : null}
      commandId={commandId}
      always
      button={
        <SubmitButton kind="stop-solid" pendingLabel="Withdrawing…">
          Withdraw function
        </SubmitButton>
      }
    >
      <p>
        <b className="record">{member.name}</b> holds this function {held && periodWords(held)}. It ends at once. What
        was signed stays.
      </p>
    </ReasonPage>
  );
}
