import type { Logger } from 'pino';
import type { CallsPage } from '#app/ui/api-reference/calls.ts';
import type { SavedForm } from '#app/server/screen/saved-form.ts';
import type { Ports } from '#app/ports.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import type { Reader } from '#app/signed-url/signed-url.ts';

/** What the server hands to each request's loaders and actions. */
export interface RequestContext {
  /** The composition root's ports. The Remix build knows them by type alone; the server makes them. */
  readonly services: Ports;
  readonly cspNonce: string;
  /** Finds the request's log lines; error pages show it. */
  readonly requestId: string;
  /** The client's address, from the socket or from a configured proxy. */
  readonly address: string | null;
  readonly log: Logger;
  /** Sets a header of the answer, whatever page it becomes. */
  header(name: string, value: string): void;
  /** Whom the address itself names: the reader of a personal link. No cookie counts then. */
  readonly reader?: Reader | undefined;
  /** What /api/docs shows: the calls that are mounted. On no other page. */
  readonly calls?: CallsPage | undefined;
  /** Waits until the client has taken what was written to it; rejects once it is gone. For answers that stream a file. */
  waitForDrain(): Promise<void>;
  /** Filled once a request, by app/server/cookies/session.ts. */
  viewer?: Promise<Viewer | null>;
  /** Filled once a request, by app/server/screen/saved-form.ts. */
  savedForm?: Promise<SavedForm | null>;
  /** The uid of the document that a sent form creates. Filled by app/screens/documents/create/create.tsx. */
  pendingDocument?: string;
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends RequestContext {}
}
