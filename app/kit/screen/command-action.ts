import { z } from 'zod';
import type { Command } from '#app/kit/command/command.ts';
import { readForm, redirectTo } from '#app/kit/screen/form.ts';
import { screenAction, type Access, type PageOf, type Route } from '#app/kit/screen/screen.ts';
import type { FailedAct } from '#app/kit/words/refusals.ts';

/** A form that fits: its page and its values. */
interface Sent<A extends Access, P, S, V> {
  readonly page: PageOf<A, P, S>;
  readonly values: V;
}

interface CommandForm<
  A extends Access,
  P extends z.ZodType,
  S extends z.ZodType,
  F extends z.ZodType,
  C extends z.ZodType,
  O,
> extends Route<A, P, S> {
  readonly command: Command<C, O>;
  /** The fields of the form; absent where it has none but its reason. */
  readonly form?: F;
  /** The command's input, beside the form's values. */
  readonly input?: (sent: Sent<A, z.output<P>, z.output<S>, z.output<F>>) => object;
  /** What did not happen, for a refusal. */
  readonly failed: FailedAct;
  /** Where one goes once it is done, and with which words. */
  readonly done: (
    sent: Sent<A, z.output<P>, z.output<S>, z.output<F>> & { readonly value: O },
  ) => readonly [to: string, words: string];
}

const isUnchanged = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'changed' in value && value.changed === false;

/**
 * Builds the action of a form that runs one command: a refusal shows the form again, a success goes to another page. An
 * answer whose `changed` is false says so in place of the words.
 */
export const commandAction = <
  A extends Access,
  C extends z.ZodType,
  O,
  F extends z.ZodType = z.ZodType<object>,
  P extends z.ZodType = z.ZodType<unknown>,
  S extends z.ZodType = z.ZodType<unknown>,
>({
  command,
  form = z.object({}) as unknown as F,
  input,
  failed,
  done,
  ...route
}: CommandForm<A, P, S, F, C, O>) =>
  screenAction({
    ...route,
    async act(page) {
      const sent = await readForm(page, form, { command });
      if (!sent.ok) return sent.showAgain();
      const { values } = sent;
      const result = await sent.run(command, { ...(values as object), ...input?.({ page, values }) });
      if (!result.ok) return sent.refused(result.failure, failed);
      const [to, words] = done({ page, values, value: result.value });
      return redirectTo(page, to, isUnchanged(result.value) ? 'Nothing was changed.' : words);
    },
  });
