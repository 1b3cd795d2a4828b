import { SubmitButton } from '#app/ui/form/submit-button.tsx';

/** Shows who would be assigned, without recording it: the form goes to `page` and stays as it is. */
export function PreviewButton({ page }: { page: string }) {
  return (
    <SubmitButton
      kind="outline"
      size="small"
      icon="users-round"
      name="preview"
      value="on"
      formAction={`${page}#preview`}
      pendingLabel="Looking…"
    >
      Preview
    </SubmitButton>
  );
}
