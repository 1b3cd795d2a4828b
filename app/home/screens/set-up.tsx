import { Link } from '@remix-run/react';
import type { MissingForDocument } from '#app/home/queries/set-up.ts';
import { addresses } from '#app/kit/addresses.ts';
import { Hidden, Icon } from '#app/ui/icon/icon.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { showDate } from '#app/ui/text/date.ts';
import './set-up.css';

type Step = 'departments' | 'areas' | 'people' | 'document' | 'settings' | 'preset';

export interface SetUpState {
  /** When each step was first done. */
  done: Readonly<Record<Step, string | null>>;
  /** The label of the organisation's preset. */
  preset: string;
  inForce: boolean;
  /** What the first document waits for. */
  missing: readonly MissingForDocument[];
}

/** Whether a step is left. */
export const isSetUp = ({ done }: Pick<SetUpState, 'done'>): boolean => Object.values(done).every((at) => at !== null);

const missingWords: Record<MissingForDocument, string> = {
  area: 'a functional area',
  approver: 'another person who may approve: invite an Author or Admin, who then confirms the account',
  quality: 'somebody of the quality unit: grant its function to somebody else under Settings, Functions',
};

const stepsOf = (preset: string): readonly { step: Step; what: string; why: string; to: string }[] => [
  {
    step: 'departments',
    what: 'Departments',
    why: 'Departments decide which training a person gets.',
    to: addresses.createDepartment(addresses.home()),
  },
  {
    step: 'areas',
    what: 'Functional areas',
    why: 'Each document has a number in a functional area, for example QA.',
    to: addresses.createFunctionalArea(addresses.home()),
  },
  {
    step: 'people',
    what: 'People',
    why: 'Invite the people who write, approve and read documents.',
    to: addresses.invite(),
  },
  {
    step: 'document',
    what: 'First document',
    why: 'Upload its files and choose its approvers.',
    to: addresses.createTitle(),
  },
  {
    step: 'settings',
    what: 'Settings',
    why: 'Check passwords, sessions, training and reminders.',
    to: addresses.settings('ways-in'),
  },
  {
    step: 'preset',
    what: 'Preset',
    why:
      preset === 'Regulated'
        ? 'Regulated applies: the controls of 21 CFR Part 11 and EU Annex 11 are on.'
        : `${preset} applies. Regulated adds the controls of 21 CFR Part 11 and EU Annex 11.`,
    to: addresses.settings('controls'),
  },
];

type SetUpProps = { name: string; state: SetUpState; zone: string };

/** The steps of a new organisation's set-up, with the day on which each was first done. Folded once it works. */
export function SetUp({ name, state: { done, preset, inForce, missing }, zone }: SetUpProps) {
  const steps = stepsOf(preset);
  const left = steps.filter(({ step }) => done[step] === null).length;
  return (
    <section className="set-up" aria-labelledby="set-up">
      <details open={!inForce}>
        <summary>
          <h2 id="set-up">Set up {name}</h2>
          <span className="meta">
            {steps.length - left} of {steps.length} done
          </span>
        </summary>
        <ol>
          {steps.map(({ step, what, why, to }, i) => {
            const at = done[step];
            const waits = step === 'document' && !at && missing.length > 0;
            return (
              <li key={step} data-done={at !== null || undefined}>
                <span className="number">{i + 1}</span>
                {waits ? <span>{what}</span> : <Link to={to}>{what}</Link>}
                <p className="meta">
                  {waits ? `Waits for ${missing.map((one) => missingWords[one]).join(' and ')}.` : why}
                </p>
                {at ? (
                  <span className="when">
                    <Icon name="circle-check" />
                    <Hidden>Done </Hidden>
                    {showDate(at, zone)}
                  </span>
                ) : (
                  <span className="when">
                    <Icon name={waits ? 'hourglass' : 'circle-dashed'} />
                    {waits ? 'Later' : 'To do'}
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      </details>
      <form method="post" action={addresses.dismissSetUp()}>
        <SubmitButton kind="quiet" size="small" about="the set-up">
          Dismiss
        </SubmitButton>
      </form>
    </section>
  );
}
