import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';

// Crockford's base 32, without letters that look like digits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The code that the console shows while the database is empty and the set-up page asks for, so that a stranger cannot
 * set up the product first. Derived from the secret key (60 bits): every node shows the same.
 */
export function setupCode(secretKey: Buffer): string {
  const digest = createHmac('sha256', secretKey).update('imprimatur set-up code 1').digest();
  const code = [...digest.subarray(0, 12)].map((byte) => alphabet[byte % 32]).join('');
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}

/** Whether the text is the code; lower case, spaces, missing hyphens and O for 0, I or L for 1 are accepted. */
export function isSetupCode(secretKey: Buffer, typed: string): boolean {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const expected = Buffer.from(setupCode(secretKey).replaceAll('-', ''));
  const given = Buffer.from(plain);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether the database holds no organisation yet. */
export async function isEmpty(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>('select app.is_empty() as empty');
  return rows[0]?.empty === true;
}
