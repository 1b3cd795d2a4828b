import { Link, useLocation } from '@remix-run/react';
import type { StartHereCards } from '#app/home/queries/start-here.ts';
import { addresses } from '#app/kit/addresses.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Docket, DocketLine, Dockets } from '#app/ui/docket/docket.tsx';
import { CaughtUp, caughtUp } from '#app/ui/register/empty.tsx';
import { withQuery } from '#app/ui/register/query.ts';
import { inDigits, inWordsFirst } from '#app/ui/text/count.ts';
import { countTasks, type Task, tasksOf } from './tasks.ts';

const waitingWords = (count: number): string =>
  count === 1 ? 'One task is waiting for you.' : `${inWordsFirst(count)} tasks are waiting for you.`;

const mostCards = 3;
const mostLines = 5;

type StartHereProps = {
  waiting: StartHereCards;
  /** How many training documents wait for the same person. */
  training: number;
  zone: string;
  /** A search is on: one line. */
  filtered?: boolean;
  /** All tasks are listed. */
  all?: boolean;
};

/** The tasks of this person: at most three cards, then lines. */
export function StartHere({ waiting, training, zone, filtered = false, all = false }: StartHereProps) {
  const { search } = useLocation();
  const count = countTasks(waiting);
  const isLine = filtered && !all;
  const nothing = training === 0 ? caughtUp : <NothingHere training={training} />;
  const tasks = isLine ? [] : tasksOf(waiting, zone);
  const cards = tasks.slice(0, mostCards);
  const lines = tasks.slice(mostCards, all ? undefined : mostCards + mostLines);
  const beyond = count - cards.length - lines.length;
  return (
    <section className="start" aria-labelledby="start">
      <div className="start-head">
        <h2 id="start">Start here</h2>
        {count > 0 && <p className="meta">{waitingWords(count)}</p>}
        {count === 0 && isLine && <p className="meta">{nothing}</p>}
        {beyond > 0 && !all && <AllTasks search={search} count={count} />}
        {all && (
          <Link to={withQuery(search, { tasks: undefined })} preventScrollReset>
            Show fewer
          </Link>
        )}
      </div>
      {count === 0 && !isLine && <CaughtUp>{nothing}</CaughtUp>}
      {cards.length > 0 && (
        <div className={all || lines.length === 0 ? 'start-body' : 'start-body beside-lines'}>
          <Dockets>
            {cards.map((task) => (
              <Docket
                key={task.key}
                number={task.number}
                version={task.version}
                title={task.title}
                fact={task.fact}
                action={<TaskButton task={task} />}
                aside={task.aside}
              />
            ))}
          </Dockets>
          {lines.length > 0 && (
            <ul className="docket-lines">
              {lines.map((task) => (
                <DocketLine
                  key={task.key}
                  number={task.number}
                  title={task.title}
                  fact={task.fact}
                  action={<TaskButton task={task} />}
                />
              ))}
              {beyond > 0 && all && (
                <li>
                  <p className="meta">{`${inDigits(beyond)} more. They follow once some of these are done.`}</p>
                </li>
              )}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

/** In place of the message that all is done, where training waits on another tab. */
function NothingHere({ training }: { training: number }) {
  const asof = usePast();
  return (
    <>
      No approvals are waiting for you.{' '}
      <Link to={addresses.home('training', asof)}>
        {training === 1 ? 'One training document is' : `${inWordsFirst(training)} training documents are`} waiting.
      </Link>
    </>
  );
}

const AllTasks = ({ search, count }: { search: string; count: number }) => (
  <Link to={`${withQuery(search, { tab: 'manage', tasks: 'all' })}#start`} preventScrollReset>
    All {inDigits(count)}
  </Link>
);

/** What is to do; of the past, what there is to read. */
function TaskButton({ task: { document, button } }: { task: Task }) {
  const asof = usePast();
  const { label, ...look } = button;
  if (asof && document === null) return null;
  if (asof && document !== null)
    return (
      <LinkButton to={addresses.auditTrail(document, asof)} size="small" icon="history" about={button.about}>
        Audit trail
      </LinkButton>
    );
  return (
    <LinkButton {...look} size="small">
      {label}
    </LinkButton>
  );
}
