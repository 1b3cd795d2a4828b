import { hash } from 'node:crypto';
import type { EventEnvelope } from '#events/ledger/types.ts';

// What RFC 8785 puts in one order around the members of an event, of which no text in it can hold the quotation marks.
export const beforeVersion = Buffer.from('","version":');
export const beforeType = Buffer.from('","type":"');
export const beforeStream = Buffer.from(',"stream":"');
const beforeAnswer = Buffer.from(',"answer":');
export const beforeCommand = Buffer.from(',"commandId":"');
export const afterCommand = Buffer.from('","data":');

/** A loop, since these are short: calling into the runtime would cost more than comparing. */
export const sameBytes = (a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean => {
  for (let i = 0; i < length; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
};

/** The RFC 6962 leaf hash of a stored text, each byte a character. */
export const leafOf = (buffer: Buffer, start: number, end: number): string => {
  // The byte before the text was the end of its length: as 0x00 it makes the leaf without a copy.
  buffer[start - 1] = 0;
  return hash('sha256', new Uint8Array(buffer.buffer, buffer.byteOffset + start - 1, end - start + 1), 'binary');
};

/** Whether a text is `null`. */
export const isNull = (buffer: Buffer, start: number, end: number): boolean =>
  end - start === 4 && buffer.readInt32BE(start) === 0x6e756c6c;

/** SHA-256 of a stored answer, in hex. */
export const answerDigest = (buffer: Buffer, start: number, end: number): string =>
  hash('sha256', new Uint8Array(buffer.buffer, buffer.byteOffset + start, end - start));

/** Where the member after the actor and, if it is there, the answer begins. */
export const pastAnswer = (buffer: Buffer, actorEnd: number): number => {
  if (!sameBytes(beforeAnswer, 0, buffer, actorEnd, beforeAnswer.length)) return actorEnd;
  const value = actorEnd + beforeAnswer.length;
  return value + (buffer[value] === 0x22 ? 66 : 4);
};

/** The hash of the command's answer that an event's bytes hold, null of the answer null; undefined: they hold none. */
export const boundAnswer = (buffer: Buffer, start: number, end: number): string | null | undefined => {
  // The actor is the first member and flat: the first brace ends it, unless a name in it holds one.
  const actorEnd = buffer.indexOf(0x7d, start) + 1;
  const value = pastAnswer(buffer, actorEnd);
  if (!sameBytes(beforeCommand, 0, buffer, value, beforeCommand.length))
    return parseEvent(buffer.toString('utf8', start, end))?.answer;
  if (value === actorEnd) return undefined;
  return value - actorEnd > 60 ? buffer.toString('latin1', value - 65, value - 1) : null;
};

/** The event that a text holds, if it is one. */
export const parseEvent = (text: string): EventEnvelope | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'data' in value ? (value as EventEnvelope) : undefined;
  } catch {
    return undefined;
  }
};
