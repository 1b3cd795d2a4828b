import type { FieldState } from '#app/ui/field/field.tsx';
import { PasswordField } from '#app/ui/field/password-field.tsx';

/** Asks for the person's own password before a change of the second factor. */
/** The label of its field, for the summary of the form. */
export const ownPasswordLabels = { currentPassword: 'Password' };

export function OwnPassword({ field, email }: { field: FieldState; email: string }) {
  return (
    <>
      {/* For password managers, which need the user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField field={field} label="Password" autoComplete="current-password" required />
    </>
  );
}
