import contentDisposition from 'content-disposition';

/**
 * `Content-Disposition: attachment` for a file name in any language (RFC 6266, RFC 8187). The fallback is plain ASCII,
 * because Node garbles other characters of this header.
 */
export function attachment(filename: string): string {
  const name = filename.normalize('NFC');
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_');
  return contentDisposition(name, { type: 'attachment', fallback: plain });
}
