import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** That it is starting up or shutting down is what it says to whoever asks too early or too late, and no reason. */
export const fatalLines = (text: string): string[] =>
  text.split('\n').filter((line) => /FATAL|PANIC|error/i.test(line) && !/database system is/.test(line));

/**
 * Why a PostgreSQL that was begun at `begun` (milliseconds since 1970) ended, in its own words: before its log is open in the file `start`,
 * from then on in the folder `log`, beside the days before. Undefined where it said nothing.
 */
export async function lastWords(start: string, log: string, begun: number): Promise<string | undefined> {
  const files = [start];
  for (const name of await readdir(log).catch(() => [])) {
    const file = path.join(log, name);
    if ((await stat(file)).mtimeMs >= begun) files.push(file);
  }
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const own = texts.map((text, n) => (n === 0 ? text : text.slice(text.lastIndexOf('starting PostgreSQL'))));
  const last = own[0]?.trim().split('\n').at(-1);
  return [fatalLines(own.join('\n')).at(-1), last].find(Boolean);
}
