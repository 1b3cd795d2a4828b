import type { RunningServer } from './server.ts';

/** The one-time code in an email, as `8T4K-W9MZ`; empty where there is none. Digits of a uid are no code. */
export const codeIn = (text = ''): string =>
  /(?<![\w-])[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}(?![\w-])/.exec(text)?.[0] ?? '';

/** The verification code in the invitation to an address. Waits for it as long as the test may take. */
export async function codeFor(product: RunningServer, email: string): Promise<string> {
  for (;;) {
    const message = (await product.mail()).findLast(({ to }) =>
      to?.some((one) => 'address' in one && one.address === email),
    );
    const code = codeIn(message?.text);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
