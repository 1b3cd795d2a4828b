import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { endAbsence } from '#app/people/commands/absence.ts';
import { addresses } from '#app/kit/addresses.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { listAbsences } from '#app/kit/people/absences.ts';
import { EndForm } from '#app/people/screens/absence/end-form.tsx';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { pageTitle } from '#app/ui/page/page.tsx';
import { periodWords } from '#app/ui/text/period.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

const params = z.object({ absence: sentUid() });

export const meta = ({ data }: MetaArgs<typeof loader>) =>
  pageTitle('End absence', data?.absence ? periodWords(data.absence) : undefined);

export const loader = screenLoader({
  access: 'absence.declare_own',
  params,
  async load({ ask, params: { absence }, ports, viewer }) {
    const { own } = await ask(listAbsences, { user: viewer.uid });
    return { absence: own.find(({ uid }) => uid === absence) ?? null, commandId: ports.newId() };
  },
});

export const action = screenAction({
  access: 'absence.declare_own',
  params,
  async act(page) {
    const form = await readForm(page, z.object({}));
    if (!form.ok) return form.showAgain();
    const result = await form.run(endAbsence, { absence: page.params.absence, user: page.viewer.uid });
    if (!result.ok) return form.refused(result.failure, failed.endAbsence);
    return redirectTo(page, addresses.absence(), 'The absence is ended.');
  },
});

/** Ends the person's own absence early. */
export default function EndOwnAbsence() {
  const { absence, commandId } = useLoaderData<typeof loader>();
  return <EndForm {...{ absence, commandId }} answer={useActionData<typeof action>()} back={addresses.absence()} />;
}
