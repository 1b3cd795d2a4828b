import { useForm } from '@conform-to/react';
import { useEffect } from 'react';
import { limits } from '#events/limits.ts';
import type { Area } from '#app/documents/screens/reading/page-marks.tsx';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { Button } from '#app/ui/button/button.tsx';
import { Check, TextArea, TextField } from '#app/ui/field/field.tsx';
import { setTyped } from '#app/ui/field/set-typed.ts';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';

type CommentFormProps = {
  commandId: string;
  pages: number;
  /** The rectangle that was marked on a page. */
  drawn: { page: number; area: Area } | null;
  drawing: boolean;
  onDraw: (draws: boolean) => void;
  lastResult: FormAnswer['lastResult'] | undefined;
};

const type = (id: string, value: string) => {
  const input = document.getElementById(id);
  if (input instanceof HTMLInputElement) setTyped(input, value);
};

/**
 * The form of a comment. Without script page and words are typed; with it a rectangle is marked on the page, or words
 * are taken that are selected in its text.
 */
export function CommentForm({ commandId, pages, drawn, drawing, onDraw, lastResult }: CommentFormProps) {
  const [form, fields] = useForm<{ page: string; words: string; area: string; text: string; mustFix: string }>({
    id: 'comment-form',
    lastResult: useLastResult(lastResult),
  });
  const scripted = useHydrated();
  const { page, words, area } = fields;
  useEffect(() => {
    if (!drawn) return;
    const { x, y, width, height } = drawn.area;
    type(page.id, String(drawn.page));
    type(area.id, [x, y, width, height].join());
  }, [drawn, page.id, area.id]);
  const takeSelected = () => {
    const selected = getSelection()?.toString().trim().replaceAll(/\s+/g, ' ') ?? '';
    if (selected !== '') type(words.id, selected.slice(0, limits.quotedWords));
    const shown = new URLSearchParams(location.search).get('page');
    if (shown && selected !== '') type(page.id, shown);
  };
  return (
    <Sheet id="comment" title="Comment">
      <Form form={form} commandId={commandId} labels={{ mustFix: 'Must be fixed', text: 'Comment', words: 'Words' }}>
        {scripted && (
          <Actions>
            <Button size="small" icon="pencil" aria-pressed={drawing} onClick={() => onDraw(!drawing)}>
              {drawing ? 'Draw on the page…' : 'Mark a place'}
            </Button>
            <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={takeSelected}>
              Take selected words
            </Button>
          </Actions>
        )}
        <TextField
          field={page}
          label="Page"
          hint={pages === 1 ? 'The PDF has one page.' : `From 1 to ${pages}.`}
          inputMode="numeric"
          autoComplete="off"
          short
          required
        />
        <input type="hidden" id={area.id} name={area.name} defaultValue={area.defaultValue ?? ''} />
        <TextField
          field={words}
          label="Words"
          hint="As they are written there, if any."
          maxLength={limits.quotedWords}
        />
        <TextArea
          field={fields.text}
          label="Comment"
          hint="Up to 1000 characters."
          maxLength={limits.reason}
          required
        />
        <Check field={fields.mustFix} label="Must be fixed" hint="The version is not to be approved as it is." />
        <Actions>
          <SubmitButton icon="send" pendingLabel="Saving…">
            Save comment
          </SubmitButton>
        </Actions>
      </Form>
    </Sheet>
  );
}
