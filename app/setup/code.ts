import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';

// Crockford's base 32: no letter is taken for a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The code that the console shows while the database is empty, and that the set-up page asks for: whoever reaches the page
 * first from afar cannot take the product over. Derived from the secret key (60 bits), so that every node shows the same.
 */
export function setupCode(secretKey: Buffer): string {
  const digest = createHmac('sha256', secretKey).update('imprimatur set-up code 1').digest();
  const signs = [...digest.subarray(0, 12)].map((byte) => alphabet[byte % 32]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4, 8)}-${signs.slice(8)}`;
}

/** Whether a person typed the code: small letters, spaces, missing hyphens and O for 0, I or L for 1 are forgiven. */
export function isSetupCode(secretKey: Buffer, typed: string): boolean {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const wanted = Buffer.from(setupCode(secretKey).replaceAll('-', ''));
  const given = Buffer.from(plain);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Whether the database holds no organisation yet. */
export async function isEmpty(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>('select app.is_empty() as empty');
  return rows[0]?.empty === true;
}
