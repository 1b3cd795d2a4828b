import { addresses } from '#app/addresses.ts';
import { DialogOpener } from '#app/ui/dialog/dialog.tsx';

/** Opens the dialog in which an admin retires a document; it has the id `retire` on every page. */
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
