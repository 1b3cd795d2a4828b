import { readCsv } from '#app/adapters/spreadsheet/csv.ts';
import type { Sheet } from '#app/adapters/spreadsheet/sheet.ts';
import { readXlsx } from '#app/adapters/spreadsheet/xlsx.ts';
import { detect } from '#app/adapters/storage/content/detect.ts';
import { openZip } from '#app/adapters/storage/content/zip.ts';
import { bytesAccess, type RandomAccess } from '#app/adapters/storage/random-access.ts';

/** Bytes of all parts of the largest workbook that is unpacked. */
const mostUnpacked = 64 * 1024 * 1024;

/** Reads a spreadsheet in a thread: a workbook or text, by its bytes; the file's name plays no part. */
export default async function readSheet({
  bytes,
  most,
  sheet,
}: {
  bytes: Uint8Array;
  most: number;
  sheet?: string | undefined;
}): Promise<Sheet> {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const file = bytesAccess(given);
  const found = await detect(file);
  if (found.is === 'other') return readCsv(given, most);
  if (found.is === 'encrypted') return { ok: false, reason: 'encrypted' };
  const isWorkbook = found.is === 'known' && found.extensions.includes('xlsx');
  return isWorkbook && (await fits(file)) ? readXlsx(given, most, sheet) : { ok: false, reason: 'not_a_spreadsheet' };
}

/** Whether a workbook unpacks to what it says, and that is little: else a packed bomb would fill the memory. */
async function fits(file: RandomAccess): Promise<boolean> {
  try {
    const zip = await openZip(file, mostUnpacked);
    if (zip.unpacked > mostUnpacked || new Set(zip.names).size < zip.names.length) return false;
    // Reading ends with an error at a part that is larger than it says.
    for (const name of zip.names) await zip.text(name);
    return true;
  } catch {
    return false;
  }
}
