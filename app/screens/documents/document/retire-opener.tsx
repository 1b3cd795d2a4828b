import { addresses } from '#app/addresses.ts';
import { DialogOpener } from '#app/ui/dialog/dialog.tsx';

/** The button that opens the dialog `retire`. */
export function RetireOpener({ document }: { document: string }) {
  return (
    <DialogOpener
      dialog="retire"
      href={addresses.retire(document)}
      pageLabel="Retire on its own page"
      kind="stop"
      icon="archive"
      push
    >
      Retire
    </DialogOpener>
  );
}
