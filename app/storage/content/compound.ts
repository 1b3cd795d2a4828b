import type { Finding } from '#app/storage/content/finding.ts';
import type { RandomAccess } from '#app/storage/random-access.ts';

export const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const freeSector = 0xffff_fff0;
/** A directory longer than this is not one of an office file; it also ends a chain that runs in a circle. */
const mostDirectorySectors = 4096;

/**
 * What a compound file (MS-CFB) holds, by the streams that its directory names: Word, Excel, PowerPoint of 1997 to
 * 2003, or an Office Open XML file behind a password (MS-OFFCRYPTO).
 */
export async function inspectCompound(file: RandomAccess): Promise<Finding> {
  const names = await streamNames(file);
  if (!names) return { is: 'damaged' };
  if (names.has('EncryptedPackage')) return { is: 'encrypted' };
  if (names.has('WordDocument')) return { is: 'known', extensions: ['doc'] };
  if (names.has('PowerPoint Document')) return { is: 'known', extensions: ['ppt'] };
  if (names.has('Workbook') || names.has('Book')) return { is: 'known', extensions: ['xls'] };
  return { is: 'other', label: 'an older Microsoft file of another kind' };
}

async function streamNames(file: RandomAccess): Promise<Set<string> | null> {
  const header = await file.read(0, 512);
  if (header.length < 512) return null;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const sectorSize = 1 << shift;
  const sectorStart = (sector: number): number => (sector + 1) * sectorSize;

  const nextSector = async (sector: number): Promise<number | null> => {
    const perTable = sectorSize / 4;
    const table = Math.floor(sector / perTable);
    // The header names the first 109 allocation tables: enough for 6.8 MB, or 436 MB with sectors of 4 kB.
    const tableSector = table < 109 ? header.readUInt32LE(76 + 4 * table) : await distantTable(table - 109);
    if (tableSector === null || tableSector >= freeSector) return null;
    const bytes = await file.read(sectorStart(tableSector) + 4 * (sector % perTable), 4);
    return bytes.length === 4 ? bytes.readUInt32LE(0) : null;
  };

  const distantTable = async (index: number): Promise<number | null> => {
    const perSector = sectorSize / 4 - 1;
    let sector = header.readUInt32LE(68);
    for (let skip = Math.floor(index / perSector); skip > 0; skip--) {
      const link = await file.read(sectorStart(sector) + 4 * perSector, 4);
      if (link.length < 4) return null;
      sector = link.readUInt32LE(0);
    }
    const bytes = await file.read(sectorStart(sector) + 4 * (index % perSector), 4);
    return bytes.length === 4 ? bytes.readUInt32LE(0) : null;
  };

  const names = new Set<string>();
  let sector: number | null = header.readUInt32LE(48);
  for (let read = 0; sector !== null && sector < freeSector && read < mostDirectorySectors; read++) {
    const bytes = await file.read(sectorStart(sector), sectorSize);
    if (bytes.length < sectorSize) return null;
    for (let at = 0; at < sectorSize; at += 128) {
      const nameLength = bytes.readUInt16LE(at + 64);
      if (nameLength >= 4 && nameLength <= 64) names.add(bytes.toString('utf16le', at, at + nameLength - 2));
    }
    sector = await nextSector(sector);
  }
  return sector === null ? null : names;
}
