import type { LoaderFunctionArgs } from '@remix-run/node';
import { readVerifier } from '#app/evidence/verifier.ts';
import { screenLoader } from '#app/server/screen/screen.ts';

/** The verifier as one file, for whoever does not trust the copy in a pack. */
export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('public', async () => {
    const program = new Uint8Array(await readVerifier());
    return new Response(program, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Content-Disposition': 'attachment; filename="verify.mjs"',
        'Cache-Control': 'no-cache',
      },
    });
  })(args);
