import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

export interface Sending {
  /** Default: POST. */
  method?: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The checked addresses; no other is connected to. */
  addresses: readonly LookupAddress[];
  /** Bytes of the answer that are read. Default: its beginning. */
  mostRead?: number;
  signal: AbortSignal;
}

export interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** Sends once on a connection of its own. Follows no redirect. Throws where no whole answer came. */
export function send(sending: Sending): Promise<Answer> {
  const { method = 'POST', url: text, headers, body, addresses, mostRead = 4096, signal } = sending;
  const url = new URL(text);
  const { request } = url.protocol === 'https:' ? https : http;
  const options = { method, headers, agent: false as const, signal, lookup: lookupOf(addresses) };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      const end = (): void => {
        const read = Buffer.concat(parts).subarray(0, mostRead);
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: read.toString('utf8').replaceAll('\0', ''),
        });
        response.destroy();
      };
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size >= mostRead) end();
      });
      response.on('end', end);
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Answers the checked addresses to a connection, in whichever form it asks. */
const lookupOf =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_name, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
  };
