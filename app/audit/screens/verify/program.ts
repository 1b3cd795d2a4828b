import { readVerifier } from '#app/audit/evidence/verifier.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';

/** The verifier as one file, for people who do not trust the copy in a pack. */
export const loader = screenLoader({
  access: 'public',
  load: async () =>
    new Response(new Uint8Array(await readVerifier()), {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Content-Disposition': 'attachment; filename="verify.mjs"',
        'Cache-Control': 'no-cache',
      },
    }),
});
