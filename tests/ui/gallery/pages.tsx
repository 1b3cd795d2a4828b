import type { ComponentType } from 'react';
import { ComponentsPage } from './components.tsx';
import { DocumentsPage } from './documents.tsx';
import { FieldsPage } from './fields.tsx';
import { InvitationPage } from './invitation.tsx';
import { ListsPage } from './lists.tsx';
import { Frame } from './frame.tsx';
import { AuditPage } from './audit.tsx';
import { DocumentPage, PastPage } from './records.tsx';
import { FaultPage, GatePage, SigningPage } from './signing.tsx';
import { ToastPage } from './toast.tsx';

export type PageName = keyof typeof pages;

const pages = {
  components: ComponentsPage,
  documents: DocumentsPage,
  document: DocumentPage,
  locked: () => <SigningPage downloaded={false} />,
  unlocked: () => <SigningPage downloaded />,
  audit: AuditPage,
  past: PastPage,
  lists: ListsPage,
  gate: GatePage,
  fault: FaultPage,
  toast: ToastPage,
  invitation: InvitationPage,
  fields: FieldsPage,
} satisfies Record<string, ComponentType>;

export const pageNames = Object.keys(pages) as PageName[];

/** One page of the gallery, in the product's frame. */
export function GalleryPage({ name }: { name: PageName }) {
  const Content = pages[name];
  return (
    <Frame path="/dashboard" alone={name === 'gate'}>
      <Content />
    </Frame>
  );
}
