import type { AppLoadContext } from '@remix-run/node';
import { controlsOf } from '#events/organisation/controls.ts';
import type { Instant } from '#events/time.ts';
import { pendingDownloadCookie, readPendingDownload } from '#app/kit/cookies/pending-download.ts';
import { savedForm, type SavedForm } from '#app/kit/screen/saved-form.ts';
import { clearedToastCookie, readToast, type Toast } from '#app/kit/cookies/toast.ts';
import { readShortcut } from '#app/kit/cookies/shortcut.ts';
import { readTheme, type Theme } from '#app/kit/cookies/theme.ts';
import { viewerOf } from '#app/kit/session/session.ts';
import type { Viewer } from '#app/ui/masthead/viewer.ts';
import packageFile from '#package.json' with { type: 'json' };

/** The data of the frame around every page. */
export interface Shell {
  viewer: Viewer | null;
  toast: Toast | null;
  /** The form of this page that was saved and not sent. */
  savedForm: SavedForm | null;
  /** Minutes without a request until the session ends; null for a visitor. */
  idleMinutes: number | null;
  theme: Theme | null;
  /** Whether `/` opens the search. */
  shortcut: boolean;
  version: string;
  /** Printed pages show it. */
  now: Instant;
  requestId: string;
}

/**
 * Loads the frame of a page and the headers that clear its toast. A file for which the person signed in is opened by a
 * Refresh header.
 */
export async function loadShell(
  request: Request,
  context: AppLoadContext,
): Promise<{ shell: Shell; headers: Headers }> {
  const site = context.services.config;
  const [viewer, toast] = await Promise.all([viewerOf(request, context), readToast(request, site)]);
  const headers = new Headers();
  if (toast) headers.append('Set-Cookie', await clearedToastCookie(site));
  const file = viewer && (await readPendingDownload(request, site));
  if (file) {
    context.header('Refresh', `0;url=${file}`);
    headers.append('Set-Cookie', await pendingDownloadCookie(null, site));
  }
  const { version } = packageFile;
  return {
    headers,
    shell: {
      viewer: viewer && {
        uid: viewer.uid,
        firstName: viewer.firstName,
        lastName: viewer.lastName,
        email: viewer.email,
        role: viewer.role,
        orgName: viewer.orgName,
        orgTimeZone: viewer.settings.timeZone,
        reasonRequired: controlsOf(viewer.settings).reasonForChange,
        unread: viewer.unread,
        version,
      },
      toast,
      savedForm: viewer && (await savedForm({ request, context, viewer })),
      idleMinutes: viewer && viewer.settings.session.idleMinutes,
      theme: await readTheme(request, site),
      shortcut: await readShortcut(request, site),
      version,
      now: context.services.now(),
      requestId: context.requestId,
    },
  };
}
