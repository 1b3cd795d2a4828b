import { SubmitButton } from '#app/ui/form/form.tsx';

/** Sends the form to `page` for a preview; nothing is recorded. */
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
