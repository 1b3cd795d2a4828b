import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { declareAbsence } from '#app/people/commands/absence.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader } from '#app/kit/screen/screen.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { listAbsences, listDeputyOptions } from '#app/kit/people/absences.ts';
import { AbsenceList, StandsIn } from '#app/people/screens/absence/absence-list.tsx';
import { coversWords, DeclareForm } from '#app/people/screens/absence/declare-form.tsx';
import { declareSchema } from '#app/people/screens/absence/declare-schema.ts';
import { Page, PageHead, Section } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta: MetaFunction = () => [{ title: 'Absence - Imprimatur' }];

export const loader = screenLoader({
  access: 'absence.declare_own',
  async load({ ask, ports, viewer, now }) {
    const user = viewer.uid;
    return {
      ...(await ask(listAbsences, { user })),
      deputies: await ask(listDeputyOptions, { user }),
      today: todayOf({ viewer, now }),
      commandId: ports.newId(),
    };
  },
});

export const action = commandAction({
  access: 'absence.declare_own',
  command: declareAbsence,
  form: declareSchema,
  input: ({ page }) => ({ user: page.viewer.uid }),
  failed: failed.declareAbsence,
  done: ({ value }) => [addresses.absence(), `Your absence is declared. ${value.deputy} approves meanwhile.`],
});

/** Declares the person's own absence, and lists what was declared. */
export default function OwnAbsence() {
  const { own, standsIn, deputies, today, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page>
      <PageHead title="Absence" lede="While you are away, a deputy approves in your place." />
      <Section id="declared" title="Declared" first>
        <AbsenceList absences={own} toEnd={addresses.endAbsence} none="You have declared no absence." />
      </Section>
      {standsIn.length > 0 && (
        <Section id="stands-in" title="You stand in">
          <StandsIn absences={standsIn} />
        </Section>
      )}
      <Section id="declare" title="Declare an absence" note={coversWords} narrow>
        {/* Once declared, the form begins anew. */}
        <DeclareForm key={own.length} {...{ deputies, today, commandId, answer }} />
      </Section>
    </Page>
  );
}
