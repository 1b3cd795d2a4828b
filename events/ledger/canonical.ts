import type { Json } from './types.ts';

/** A value that canonical JSON can't hold. `path` names its place (`data.files[2].name`). */
export class NotCanonical extends TypeError {
  readonly code = 'not_canonical';

  constructor(
    readonly path: string,
    reason: string,
  ) {
    super(`${path === '' ? 'The value' : path} ${reason}`);
  }
}

const deepest = 100;
const loneSurrogate = /\p{Surrogate}/u;

/** Writes one value in pieces. The path to the current place is only put into words where a value is refused. */
class Writer {
  readonly pieces: string[] = [];
  private readonly path: (string | number)[] = [];

  value(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.pieces.push(this.text(value));
        return;
      case 'number':
        this.pieces.push(this.number(value));
        return;
      case 'boolean':
        this.pieces.push(value ? 'true' : 'false');
        return;
      case 'object':
        if (this.path.length > deepest) this.refuse(`is nested deeper than ${deepest} levels.`);
        if (value === null) this.pieces.push('null');
        else if (Array.isArray(value)) this.array(value);
        else this.object(value);
        return;
      default:
        this.refuse(`is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}, not JSON.`);
    }
  }

  private array(value: readonly unknown[]): void {
    const { pieces, path } = this;
    pieces.push('[');
    // An index loop sees the holes of a sparse array, which map() would skip.
    for (let i = 0; i < value.length; i++) {
      if (i > 0) pieces.push(',');
      path.push(i);
      this.value(value[i]);
      path.pop();
    }
    pieces.push(']');
  }

  private object(value: object): void {
    const { pieces, path } = this;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null)
      this.refuse(`is a ${value.constructor.name}, not a plain object.`);
    if (Object.getOwnPropertySymbols(value).length > 0) this.refuse('has a symbol for a name.');
    let before = '{';
    // Array.prototype.sort without a comparator orders by UTF-16 code units, as RFC 8785 section 3.2.3 asks.
    for (const name of Object.keys(value).sort()) {
      path.push(name);
      pieces.push(before, this.text(name), ':');
      this.value((value as Record<string, unknown>)[name]);
      path.pop();
      before = ',';
    }
    pieces.push(before === '{' ? '{}' : '}');
  }

  private text(value: string): string {
    const written = JSON.stringify(value);
    // Whatever is refused here would have been escaped, and so be longer.
    if (written.length === value.length + 2) return written;
    if (value.includes('\u0000')) this.refuse('holds the character U+0000, which a record cannot keep.');
    if (loneSurrogate.test(value)) this.refuse('holds half a character (a lone surrogate).');
    return written;
  }

  private number(value: number): string {
    if (!Number.isFinite(value)) this.refuse('is not a finite number; JSON would turn it into null.');
    // Below 1e21 ECMAScript writes an integer with all its digits: it would read as exact, and beyond 2^53 it is not.
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21)
      this.refuse('is an integer beyond 2^53; write it as text.');
    return JSON.stringify(value);
  }

  private refuse(reason: string): never {
    const path = this.path.reduce<string>(
      (before, step) => (typeof step === 'number' ? `${before}[${step}]` : before === '' ? step : `${before}.${step}`),
      '',
    );
    throw new NotCanonical(path, reason);
  }
}

const write = (value: unknown): string => {
  const writer = new Writer();
  writer.value(value);
  return writer.pieces.join('');
};

/**
 * The canonical JSON text (RFC 8785) of a value. Its UTF-8 bytes are what is hashed and stored.
 * Throws NotCanonical on what is not I-JSON (RFC 7493): a non-finite number, an integer beyond 2^53, U+0000, a lone
 * surrogate, undefined, a sparse array, an object that is not plain.
 */
export const canonicalize = (value: Json): string => write(value);

/** The sentence that says why a value from outside can't be recorded, or undefined where it can. */
export const notCanonical = (value: unknown): string | undefined => {
  try {
    write(value);
    return undefined;
  } catch (error) {
    if (error instanceof NotCanonical) return error.message;
    throw error;
  }
};
