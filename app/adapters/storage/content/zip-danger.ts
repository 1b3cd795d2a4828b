import type { Entry } from 'yauzl';

type Directory = readonly Pick<
  Entry,
  'fileName' | 'fileNameLength' | 'compressedSize' | 'externalFileAttributes' | 'relativeOffsetOfLocalHeader'
>[];

/** Bytes of a local header without its name. */
const headerSize = 30;
/** The kinds of files of Unix, which other systems leave open. */
const [fileKind, symbolicLink] = [0o170000, 0o120000];

const leadsOutside = (name: string): boolean =>
  /^([a-z]:|\/)/i.test(name) || name.includes('\0') || name.split('/').includes('..');

const isLink = ({ externalFileAttributes }: Directory[number]): boolean =>
  ((externalFileAttributes >>> 16) & fileKind) === symbolicLink;

/** Whether two entries have bytes in common, by which a small archive unpacks to a huge one. */
function overlap(entries: Directory): boolean {
  const byOffset = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of byOffset) {
    if (start < end) return true;
    end = start + headerSize + fileNameLength + compressedSize;
  }
  return false;
}

/** What makes an archive unsafe, as the end of a sentence about it; null where nothing does. */
export function dangerIn(entries: Directory): string | null {
  const outside = entries.find(({ fileName }) => leadsOutside(fileName));
  if (outside) return `it names a file outside of itself, ${outside.fileName.replaceAll('\0', ' ')}`;
  const link = entries.find(isLink);
  if (link) return `${link.fileName} is a link to another file`;
  return overlap(entries) ? 'files in it overlap' : null;
}
