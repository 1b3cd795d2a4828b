import { useLocation } from '@remix-run/react';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { Button, ButtonFace, type ButtonLook, buttonLook, buttonName, LinkButton } from '../button/button.tsx';
import { Hidden, Icon } from '../icon/icon.tsx';

/** A dialog's parts stand in a native `<dialog>` (by id) or on a page that Cancel leaves for `back`. */
type Place = { dialogId: string } | { back: string };

const PlaceContext = createContext<Place | undefined>(undefined);

/** Whether this stands in a dialog over its page: a form there shows its errors in the dialog. */
export function useInDialog(): boolean {
  const place = useContext(PlaceContext);
  return place !== undefined && 'dialogId' in place;
}

type DialogProps = {
  id: string;
  title: string;
  lede?: ReactNode;
  /** A drawer comes in from the side and holds a list. */
  drawer?: boolean;
  /** The action destroys or ends something: Cancel gets the first focus. */
  destructive?: boolean;
  children: ReactNode;
};

/**
 * A native modal dialog with `DialogBody` and `DialogFoot`. Closes after every navigation. `DialogPage` shows the same.
 */
export function Dialog({ id, title, lede, drawer, destructive, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (openedAt.current === key) return;
    openedAt.current = key;
    dialog.current?.close();
  }, [key]);
  useEffect(() => {
    // showModal() reads the attribute, which React does not write. A drawer is read first, so no field takes the focus.
    if (drawer) return;
    const first = destructive
      ? dialog.current?.querySelector('.dialog-foot button')
      : dialog.current?.querySelector('.dialog-body :is(input:not([type=hidden]), select, textarea)');
    first?.setAttribute('autofocus', '');
  }, [destructive, drawer]);
  return (
    <dialog id={id} ref={dialog} className={drawer ? 'drawer' : undefined} aria-labelledby={`${id}-title`}>
      <div className="dialog-head">
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          {lede && <p className="meta">{lede}</p>}
        </div>
        <button className="close" type="button" command="close" commandfor={id}>
          <Icon name="x" />
          <Hidden>Close</Hidden>
        </button>
      </div>
      <PlaceContext.Provider value={{ dialogId: id }}>{children}</PlaceContext.Provider>
    </dialog>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="dialog-body">{children}</div>;
}

/** Cancel first, the action last. */
export function DialogFoot({ children, cancel = 'Cancel' }: { children?: ReactNode; cancel?: string | undefined }) {
  const place = useContext(PlaceContext);
  return (
    <div className="dialog-foot">
      {place && 'dialogId' in place && (
        <Button command="close" commandfor={place.dialogId}>
          {cancel}
        </Button>
      )}
      {place && 'back' in place && <LinkButton to={place.back}>{cancel}</LinkButton>}
      {children}
    </div>
  );
}

/** In place of a form that would be refused: why, and the way back. */
export function NothingToDo({ words }: { words: string }) {
  return (
    <>
      <DialogBody>
        <p>{words}</p>
      </DialogBody>
      <DialogFoot cancel="Close" />
    </>
  );
}

type DialogPageProps = {
  title: string;
  lede?: ReactNode;
  back: string;
  /** The masthead of the object that it is about. */
  masthead?: ReactNode;
  children: ReactNode;
};

/** The same dialog as a page: without script, for a refused form, for a link in an email. */
export function DialogPage({ title, lede, back, masthead, children }: DialogPageProps) {
  return (
    <>
      {masthead}
      <section className="dialog-page" aria-labelledby="dialog-page-title">
        <div className="dialog-head">
          <div>
            <h1 id="dialog-page-title">{title}</h1>
            {lede && <p className="meta">{lede}</p>}
          </div>
        </div>
        <PlaceContext.Provider value={{ back }}>{children}</PlaceContext.Provider>
      </section>
    </>
  );
}

type DialogOpenerProps = ButtonLook & {
  /** The id of the dialog on this page. */
  dialog: string;
  /** The address of the same dialog as a page. */
  href: string;
};

/** Opens a dialog of this page. Where scripts are off, a link to the dialog's own page stands in its place. */
export function DialogOpener({ dialog, href, ...look }: DialogOpenerProps) {
  return (
    <>
      <Button {...look} command="show-modal" commandfor={dialog} data-opener="" />
      <noscript>
        <a href={href} {...buttonLook(look)} {...buttonName(look)}>
          <ButtonFace {...look} />
        </a>
      </noscript>
    </>
  );
}
