import type { AsyncCommand } from 'fast-check';
import { asViewer } from '#tests/support/asking.ts';
import { rightOracles } from '../holds/rights.ts';
import { signatureOracles } from '../holds/signatures.ts';
import { trainingOracles } from '../holds/training.ts';
import { screenOracles, worldOracles } from '../holds/world.ts';
import { acts } from './acts.ts';
import { remember, type Remembered } from './past.ts';
import { admins, look, readable, type Choices, type Stage } from './stage.ts';

/** Judged at each event. */
const atEvents = { ...signatureOracles, ...rightOracles, ...trainingOracles };

/** Screens, and whether anything is shown otherwise without an event, are asked at each so many steps. */
const dear = 12;
/** What they say is remembered at each so many. */
const remembered = 80;

/** What of the promises does not hold after a step: the promise, and a sentence. */
export async function broken(stage: Stage, step: number): Promise<string[]> {
  const found: string[] = [];
  const { facts, fresh } = stage;
  for (const event of fresh) {
    const together = fresh.filter(({ commandId }) => commandId === event.commandId);
    for (const [promise, judge] of Object.entries(atEvents))
      found.push(...judge(facts, event, together).map((words) => `${promise}: ${words} (${event.type})`));
    facts.apply(event);
  }
  if (fresh.length === 0 && step % dear > 0) return found;
  const asked = [worldOracles, ...(step % dear === 0 ? [screenOracles] : [])].flatMap((one) => Object.entries(one));
  for (const [promise, judge] of asked) found.push(...(await judge(stage)).map((words) => `${promise}: ${words}`));
  return found;
}

/** The promises that a step broke, and what people did before, so that it can be done again by hand. */
export class BrokenPromise extends Error {
  constructor(found: readonly string[], stage: Stage) {
    const lines = stage.journal.map((line, at) => `${at + 1}. ${readable(stage, line)}`);
    super([...found, '', ...lines.slice(-100)].join('\n'));
    this.name = 'BrokenPromise';
  }
}

export interface Walk {
  stage: Stage;
  steps: number;
  /** What the screens said at some moments. */
  seen: Remembered[];
}

/** Somebody does the first of some acts that can be done now. */
export interface Acting {
  names: readonly string[];
  choices: Choices;
}

async function act(stage: Stage, { names, choices }: Acting): Promise<void> {
  for (const name of names) {
    const before = stage.journal.length;
    await acts[name]!(stage, choices);
    if (stage.journal.length > before) return;
  }
}

/** What happens at once, mostly one act; every promise is asked afterwards. */
export class Step implements AsyncCommand<object, Walk> {
  constructor(private readonly moment: readonly Acting[]) {}

  readonly check = (): boolean => true;

  async run(_: object, walk: Walk): Promise<void> {
    const { stage } = walk;
    Object.assign(stage, { attempts: [], previewed: null });
    await Promise.all(this.moment.map((acting) => act(stage, acting)));
    walk.steps += 1;
    await look(stage, { always: walk.steps % dear === 0 });
    const found = await broken(stage, walk.steps);
    if (found.length > 0) throw new BrokenPromise(found, stage);
    const { organisation, models } = stage;
    const looking = walk.steps % remembered === 0 ? admins(stage).at(-1) : undefined;
    if (looking) walk.seen.push(await remember(organisation, await asViewer(organisation.services, looking), models));
  }

  toString(): string {
    return this.moment
      .map(({ names, choices }) => `${names.join(' or ')} ${JSON.stringify(choices)}`)
      .join(' and at once ');
  }
}
