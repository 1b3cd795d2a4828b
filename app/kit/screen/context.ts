import type { Logger } from 'pino';
import type { CallsPage } from '#app/integrations/screens/reference/calls.ts';
import type { SavedForm } from '#app/kit/screen/saved-form.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import type { Signables } from '#app/signatures/signables.ts';
import type { Reader } from '#app/adapters/secrets/signed-url.ts';

/** What the server hands to each request's loaders and actions. */
export interface RequestContext {
  /** The composition root's ports. */
  readonly services: Ports;
  /** What the pages of passkeys and of the issuer can sign. */
  readonly signables: Signables;
  readonly cspNonce: string;
  /** Finds the request's log lines; error pages show it. */
  readonly requestId: string;
  /** The client's address, from the socket or from a configured proxy. */
  readonly address: string | null;
  readonly log: Logger;
  /** Sets a header of the answer. */
  header(name: string, value: string): void;
  /** The person named by a personal link, in place of the cookie's. */
  readonly reader?: Reader | undefined;
  /** For /api/docs only: the mounted calls. */
  readonly calls?: CallsPage | undefined;
  /** For answers that stream a file: waits until the client has taken what was written; rejects once it is gone. */
  waitForDrain(): Promise<void>;
  /** Filled once per request, by app/kit/session/session.ts. */
  viewer?: Promise<Viewer | null>;
  /** Filled once per request, by app/kit/screen/saved-form.ts. */
  savedForm?: Promise<SavedForm | null>;
  /** The uid of the document that a sent form creates. Filled by app/documents/screens/create/create.tsx. */
  pendingDocument?: string;
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends RequestContext {}
}
