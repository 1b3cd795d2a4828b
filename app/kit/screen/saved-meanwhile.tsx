import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Facts } from '#app/ui/page/facts.tsx';

/** One value that stands in the form and on the server: the field, its label, and how a value of it is shown. */
export interface SavedField {
  name: string;
  label: string;
  saved: unknown;
  show?: ((value: string) => string) | undefined;
}

const values = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String).sort();
  if (value === undefined || value === null || value === '' || value === false) return [];
  return [value === true ? 'on' : String(value as string | number)];
};

const plainly = (value: string): string => (value === 'on' ? 'Yes' : value);

/**
 * Where somebody else was faster (412): what is saved in each field that holds something else here, so that sending the
 * form again is a decision. `fields` are the values of the page as it was loaded again.
 */
export function SavedMeanwhile({ answer, fields }: { answer: FormAnswer | undefined; fields: readonly SavedField[] }) {
  if (answer?.problem?.code !== 'changed_meanwhile') return null;
  const typed: Record<string, unknown> = answer.lastResult.initialValue ?? {};
  const different = fields.filter(({ name, saved }) => values(typed[name]).join('\n') !== values(saved).join('\n'));
  if (different.length === 0) return null;
  return (
    <Notice kind="wait">
      <p>What is saved differs from what stands in the form:</p>
      <Facts
        facts={different.map(({ label, saved, show = plainly }) => ({
          name: label,
          value: values(saved).map(show).join(', ') || (saved === false ? 'No' : 'None'),
        }))}
      />
    </Notice>
  );
}
