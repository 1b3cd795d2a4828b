import { useForm } from '@conform-to/react';
import { redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { missingReason } from '#app/kit/command/reason.ts';
import { remindPerson } from '#app/training/commands/remind.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { profileFields } from '#app/people/commands/profile.ts';
import { resendInvitation } from '#app/people/commands/resend-invitation.ts';
import { addresses } from '#app/kit/addresses.ts';
import { listDepartments } from '#app/organisation/queries/list-departments.ts';
import { mostSelected, selectedPeople, type SelectedPerson } from '#app/people/queries/selected.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { type FittingForm, readForm, redirectTo, screenAction, screenLoader, text } from '#app/kit/screen/screen.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/field.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { BackLink } from '#app/ui/page/page.tsx';
import { inDigits, listed } from '#app/ui/text/count.ts';
import '#app/ui/register/selection.css';
import { bulkActs, skipOf, skipOfRefusal, skipWords, summary, type BulkAct, type SkipReason } from './acts.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

const titles = { departments: 'Add to departments', remind: 'Remind of training', resend: 'Resend invitation' };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? titles[data.act] : 'Team members'} - Imprimatur` },
];

const search = z.object({ act: z.enum(bulkActs), from: text });

/** The uids in the address. */
const membersIn = ({ searchParams }: URL): string[] =>
  searchParams
    .getAll('member')
    .filter((uid) => z.uuid().safeParse(uid).success)
    .slice(0, mostSelected);

export const loader = screenLoader({
  access: 'user.edit',
  search,
  load: ({ url, search: { act, from }, ports, atOnePosition }) =>
    atOnePosition(async (ask) => {
      const people = await ask(selectedPeople, { users: membersIn(url) });
      const back = safeRedirect(from ?? null) ?? addresses.team();
      if (people.length === 0) throw redirect(back);
      return {
        act,
        back,
        people: people.map((person) => ({ ...person, skip: skipOf(act, person) })),
        departments: act === 'departments' ? await ask(listDepartments, {}) : [],
        commandId: ports.newId(),
      };
    }),
});

const inDepartments = z.object({ departments: profileFields.departments });
const nothing = z.object({ departments: z.array(z.string()).default([]) });

export const action = screenAction({
  access: 'user.edit',
  search,
  async act(page) {
    const { act, from } = page.search;
    const form =
      act === 'departments'
        ? await readForm(page, inDepartments, { command: editUser })
        : await readForm(page, nothing);
    if (!form.ok) return form.showAgain();
    const { reason = null } = form.values as { reason?: string | null };
    const missing = act === 'departments' ? missingReason(page.viewer, reason) : null;
    if (missing) return form.refused(missing.failure);
    const [people, departments] = await page.atOnePosition((ask) =>
      Promise.all([ask(selectedPeople, { users: membersIn(page.url) }), ask(listDepartments, {})]),
    );
    const known = new Set(departments.map(({ uid }) => uid));
    if (form.values.departments.some((uid) => !known.has(uid))) return form.refused({ code: 'department_unknown' });
    const results: (SkipReason | null)[] = [];
    // One after the other: each is an act of its own, and a refused one stops no other.
    for (const person of people) results.push(await actOn(act, form, person));
    const chosen = departments.filter(({ uid }) => form.values.departments.includes(uid)).map(({ name }) => name);
    const done = { departments: `added to ${listed(chosen)}`, remind: 'reminded', resend: 'invited again' }[act];
    const words = summary(done, results);
    const back = safeRedirect(from ?? null) ?? addresses.team();
    return redirectTo(page, back, results.includes(null) ? words : toast('info', words));
  },
});

/** Runs the act's command for one person; answers why the person was left out. */
async function actOn(
  act: BulkAct,
  form: FittingForm<{ departments: string[] }>,
  person: SelectedPerson,
): Promise<SkipReason | null> {
  const user = person.uid;
  const own = person.departments.map(({ uid }) => uid);
  const all = [...new Set([...own, ...form.values.departments])];
  if (act === 'departments' && all.length === own.length) return 'member';
  const { firstName, lastName, role } = person;
  const result =
    act === 'departments'
      ? await form.run(editUser, { ...form.values, user, firstName, lastName, role, departments: all }, user)
      : act === 'remind'
        ? await form.run(remindPerson, { user }, user)
        : await form.run(resendInvitation, { user }, user);
  return result.ok ? null : skipOfRefusal(act, result.failure.code);
}

const peopleIn = (count: number): string => (count === 1 ? '1 person' : `${inDigits(count)} people`);

const explanations = {
  departments: 'Departments decide which training a person gets.',
  remind: 'Each person gets one email about open training, once a day.',
  resend: 'Each person gets a new code by email. Earlier codes stop working.',
};

/** What an act does for a person, or why it leaves the person out. */
function noteOf(act: BulkAct, { skip, departments, open, email }: SelectedPerson & { skip: SkipReason | null }) {
  if (skip) return `Skipped: ${skipWords(skip)}`;
  if (act === 'departments') return departments.map(({ name }) => name).join(', ');
  return act === 'remind' ? `${inDigits(open)} open` : email;
}

/** The masthead of the selected people. */
const SelectionHead = ({ count, back }: { count: number; back: string }) => (
  <header className="title-block compact">
    <p className="trail">
      <BackLink to={back}>Team members</BackLink>
    </p>
    <p className="object record">{peopleIn(count)}</p>
  </header>
);

/** Asks what an act for several people needs, and says whom it leaves out. */
export default function Bulk() {
  const { act, back, people, departments, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  const [form, fields] = useForm<WithReason<{ departments: string[] }>>({
    id: 'bulk',
    lastResult: useLastResult(answer?.lastResult),
  });
  const able = people.filter(({ skip }) => skip === null).length;
  const buttons = {
    departments: `Add ${peopleIn(able)}`,
    remind: `Remind ${peopleIn(able)}`,
    resend: `Invite ${peopleIn(able)} again`,
  };
  return (
    <FormDialogPage
      title={titles[act]}
      back={back}
      masthead={<SelectionHead count={people.length} back={back} />}
      form={form}
      commandId={commandId}
      action={`${pathname}${search}`}
      labels={{ departments: 'Add to' }}
      button={able > 0 && <SubmitButton pendingLabel="Working…">{buttons[act]}</SubmitButton>}
    >
      <p>{explanations[act]}</p>
      <ul className="bulk-people">
        {people.map((person) => (
          <li key={person.uid} data-skipped={person.skip ? '' : undefined}>
            <span className="record">{person.name}</span> <span className="meta">{noteOf(act, person)}</span>
          </li>
        ))}
      </ul>
      {act === 'departments' && (
        <>
          <Choices
            field={fields.departments}
            legend="Add to"
            choices={departments.map(({ uid, name }) => ({ value: uid, label: name }))}
            none="No departments yet."
          />
          <ReasonField field={fields.reason} />
        </>
      )}
    </FormDialogPage>
  );
}
