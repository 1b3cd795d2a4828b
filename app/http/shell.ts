import type { AppLoadContext } from '@remix-run/node';
import { clearedToastCookie, readToast, type Toast } from '#app/http/toast.ts';
import { readTheme, type Theme } from '#app/http/theme.ts';
import { viewerOf } from '#app/http/session.ts';
import packageFile from '#package.json' with { type: 'json' };

/** What every page's frame shows: the person, the last answer's toast, the chosen theme. */
export interface Shell {
  viewer: {
    uid: string;
    firstName: string;
    lastName: string;
    email: string;
    role: string;
    orgName: string;
    orgTimeZone: string;
    version: string;
  } | null;
  toast: Toast | null;
  theme: Theme | null;
  version: string;
}

/** Reads the frame of a page, and the headers that take a shown toast away. */
export async function loadShell(request: Request, context: AppLoadContext): Promise<{ shell: Shell; headers: Headers }> {
  const [viewer, toast] = await Promise.all([viewerOf(request, context), readToast(request)]);
  const headers = new Headers();
  if (toast) headers.append('Set-Cookie', await clearedToastCookie());
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
        version,
      },
      toast,
      theme: await readTheme(request),
      version,
    },
  };
}
