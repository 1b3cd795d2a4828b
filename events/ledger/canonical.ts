import type { Json } from './types.ts';

/** A value that canonical JSON can't hold. `path` names the place (`data.files[2].name`), the message says what to change. */
export class NotCanonical extends TypeError {
  readonly path: string;
  constructor(path: string, reason: string) {
    super(`${path === '' ? 'The value' : path} ${reason}`);
    this.name = 'NotCanonical';
    this.path = path;
  }
}

const deepest = 100;
const loneSurrogate = /\p{Surrogate}/u;

const text = (value: string, path: string): string => {
  if (value.includes('\u0000')) throw new NotCanonical(path, 'holds the character U+0000, which a record cannot keep.');
  if (loneSurrogate.test(value)) throw new NotCanonical(path, 'holds half a character (a lone surrogate).');
  return JSON.stringify(value);
};

const number = (value: number, path: string): string => {
  if (!Number.isFinite(value)) throw new NotCanonical(path, 'is not a finite number; JSON would turn it into null.');
  // Below 1e21 ECMAScript writes an integer with all its digits: it would read as exact, and beyond 2^53 it is not.
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21)
    throw new NotCanonical(path, 'is an integer beyond 2^53; write it as text.');
  return JSON.stringify(value);
};

const write = (value: unknown, path: string, depth: number): string => {
  if (depth > deepest) throw new NotCanonical(path, `is nested deeper than ${deepest} levels.`);
  switch (typeof value) {
    case 'string':
      return text(value, path);
    case 'number':
      return number(value, path);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      break;
    default:
      throw new NotCanonical(path, `is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}, not JSON.`);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    let out = '[';
    // An index loop sees the holes of a sparse array, which map() would skip.
    for (let i = 0; i < value.length; i++) out += (i ? ',' : '') + write(value[i], `${path}[${i}]`, depth + 1);
    return out + ']';
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotCanonical(path, `is a ${value.constructor.name}, not a plain object.`);
  if (Object.getOwnPropertySymbols(value).length > 0) throw new NotCanonical(path, 'has a symbol for a name.');
  const object = value as Record<string, unknown>;
  let out = '';
  // Array.prototype.sort without a comparator orders by UTF-16 code units, as RFC 8785 section 3.2.3 asks.
  for (const name of Object.keys(object).sort()) {
    const at = path === '' ? name : `${path}.${name}`;
    out += (out === '' ? '{' : ',') + text(name, at) + ':' + write(object[name], at, depth + 1);
  }
  return out === '' ? '{}' : out + '}';
};

/**
 * The canonical JSON text (RFC 8785) of a value. Its UTF-8 bytes are what is hashed and stored.
 * Throws NotCanonical on what is not I-JSON (RFC 7493): a non-finite number, an integer beyond 2^53, U+0000, a lone
 * surrogate, undefined, a sparse array, an object that is not plain. `path` is prefixed to the place in the message.
 */
export const canonicalize = (value: Json, path = ''): string => write(value, path, 0);

/** The sentence that says why a value from outside can't be recorded, or undefined where it can. */
export const notCanonical = (value: unknown): string | undefined => {
  try {
    write(value, '', 0);
    return undefined;
  } catch (error) {
    if (error instanceof NotCanonical) return error.message;
    throw error;
  }
};
