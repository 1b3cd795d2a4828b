import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

/** A stream at the root of a compound file, with where its first bytes are. */
export interface Stream {
  name: string;
  sector: number;
  size: number;
}

export interface Compound {
  streams: Stream[];
  /** The first bytes of a stream: as many as its first sector holds. */
  startOf(stream: Stream): Promise<Buffer>;
  /** Whether the file has each of the stream's sectors: one that was cut short lacks some. */
  isWhole(stream: Stream): Promise<boolean>;
}

interface DirectoryEntry extends Stream {
  type: number;
  left: number;
  right: number;
  child: number;
}

const freeSector = 0xffff_fff0;
/** A directory longer than this is not one of an office file; it also ends a chain that runs in a circle. */
const mostDirectorySectors = 4096;
/** Shorter streams lie in sectors of 64 bytes within the root's own. */
const miniCutoff = 4096;
const miniSector = 64;
const ofStream = 2;

/** The root of a compound file (MS-CFB); null where it is damaged. */
export async function openCompound(file: RandomAccess): Promise<Compound | null> {
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
    return numberAt(sectorStart(tableSector) + 4 * (sector % perTable));
  };

  const distantTable = async (index: number): Promise<number | null> => {
    const perSector = sectorSize / 4 - 1;
    let sector = header.readUInt32LE(68);
    for (let skip = Math.floor(index / perSector); skip > 0; skip--) {
      const next = await numberAt(sectorStart(sector) + 4 * perSector);
      if (next === null) return null;
      sector = next;
    }
    return numberAt(sectorStart(sector) + 4 * (index % perSector));
  };

  const numberAt = async (at: number): Promise<number | null> => {
    const bytes = await file.read(at, 4);
    return bytes.length === 4 ? bytes.readUInt32LE(0) : null;
  };

  const entries: DirectoryEntry[] = [];
  let sector: number | null = header.readUInt32LE(48);
  for (let read = 0; sector !== null && sector < freeSector && read < mostDirectorySectors; read++) {
    const bytes = await file.read(sectorStart(sector), sectorSize);
    if (bytes.length < sectorSize) return null;
    for (let at = 0; at < sectorSize; at += 128) entries.push(entryAt(bytes, at));
    sector = await nextSector(sector);
  }
  const [root] = entries;
  if (sector === null || !root) return null;

  async function startOf({ sector: first, size }: Stream): Promise<Buffer> {
    if (size >= miniCutoff) return file.read(sectorStart(first), sectorSize);
    let holder: number | null = root!.sector;
    const perSector = sectorSize / miniSector;
    for (let skip = Math.floor(first / perSector); skip > 0 && holder !== null && holder < freeSector; skip--) {
      holder = await nextSector(holder);
    }
    if (holder === null || holder >= freeSector) return Buffer.alloc(0);
    return file.read(sectorStart(holder) + (first % perSector) * miniSector, Math.min(size, miniSector));
  }
  async function isWhole(stream: Stream): Promise<boolean> {
    const { sector: first, size } = stream.size >= miniCutoff || stream.size === 0 ? stream : root!;
    let at: number | null = first;
    for (let left = size; left > 0; left -= sectorSize) {
      if (at === null || at >= freeSector || sectorStart(at) >= file.size) return false;
      if (left > sectorSize) at = await nextSector(at);
    }
    return true;
  }
  return { streams: rootStreams(entries, root), startOf, isWhole };
}

function entryAt(bytes: Buffer, at: number): DirectoryEntry {
  const nameLength = bytes.readUInt16LE(at + 64);
  return {
    name: nameLength >= 4 && nameLength <= 64 ? bytes.toString('utf16le', at, at + nameLength - 2) : '',
    type: bytes.readUInt8(at + 66),
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76),
    sector: bytes.readUInt32LE(at + 116),
    size: bytes.readUInt32LE(at + 120),
  };
}

/**
 * The streams of the root alone: those of a storage belong to a document that is embedded. Some programs write no tree:
 * there the first of the directory come first, which are the file's own.
 */
function rootStreams(entries: DirectoryEntry[], root: DirectoryEntry): Stream[] {
  const isStream = ({ type }: DirectoryEntry): boolean => type === ofStream;
  if (!entries[root.child]) return entries.filter(isStream);
  const found = new Set<DirectoryEntry>();
  const waiting = [root.child];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index];
    if (!entry || found.has(entry)) continue;
    found.add(entry);
    waiting.push(entry.left, entry.right);
  }
  return [...found].filter(isStream);
}
