import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotCanonical, canonicalize, notCanonical } from '#events/ledger/canonical.ts';
import type { Json } from '#events/ledger/types.ts';

/** From a text, as the vectors are given. */
const canonical = (text: string) => canonicalize(JSON.parse(text) as Json);
const double = (bits: string) => new DataView(Uint8Array.from(Buffer.from(bits, 'hex')).buffer).getFloat64(0);

describe('canonical JSON (RFC 8785)', () => {
  it('writes the example of section 3.2', () => {
    const given = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonical(given)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('orders names by UTF-16 code units, as the example of section 3.2.3', () => {
    const given = String.raw`{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}`;
    expect(Object.values(JSON.parse(canonical(given)) as object)).toEqual([
      'One', // JavaScript moves a number-like name to the front when it parses; the text has it second
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
    expect(canonical(given).startsWith(String.raw`{"\r":"Carriage Return","1":"One",`)).toBe(true);
    expect(canonical('{"b":1,"__proto__":{"z":[],"a":null},"a":2}')).toBe(
      '{"__proto__":{"a":null,"z":[]},"a":2,"b":1}',
    );
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
  ])('writes the number %s of Appendix B as %s', (bits, text) => {
    expect(canonicalize(double(bits))).toBe(text);
  });

  it('reads back as the same value, and is the same whatever the order of names', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const usable = value.filter((json) => notCanonical(json) === undefined);
    fc.assert(
      fc.property(usable, (json) => {
        const text = canonicalize(json as Json);
        expect(canonicalize(JSON.parse(text) as Json)).toBe(text);
        expect(canonicalize(reversed(json as Json))).toBe(text);
        // A whole number for a name has everything written piece by piece, and not by the runtime.
        expect(canonicalize({ 0: json as Json })).toBe(`{"0":${text}}`);
        // Lines frame what is sent to the database.
        expect(text).not.toContain('\n');
      }),
    );
  });
});

const reversed = (json: Json): Json => {
  if (Array.isArray(json)) return json.map(reversed);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .reverse()
      .map(([name, value]) => [name, reversed(value)]),
  );
};

describe('what is not I-JSON is refused with a sentence', () => {
  it.each([
    ['a lone surrogate', { name: 'a\ud800' }, /^name holds half a character/],
    ['a lone surrogate in a name', { '\udc00': 1 }, /half a character/],
    ['U+0000', { files: [{ name: 'a\u0000b' }] }, /^files\[0\]\.name holds the character U\+0000/],
    ['1e400', JSON.parse('{"n":1e400}'), /^n is not a finite number/],
    ['NaN', [Number.NaN], /^\[0\] is not a finite number/],
    ['an integer beyond 2^53', { position: 2 ** 53 }, /^position is an integer beyond 2\^53; write it as text/],
    ['a bigint', { position: 1n }, /^position is a bigint, not JSON/],
    ['undefined', { a: undefined }, /^a is undefined, not JSON/],
    ['a hole in an array', Object.assign([1], { length: 2 }), /^\[1\] is undefined/],
    ['a function', { f: () => 1 }, /^f is a function/],
    ['a Date', { at: new Date(0) }, /^at is a Date, not a plain object/],
    ['a Map', new Map(), /^The value is a Map, not a plain object/],
    ['a symbol', { [Symbol('x')]: 1 }, /symbol/],
  ])('%s', (_, value, sentence) => {
    expect(notCanonical(value)).toMatch(sentence);
    expect(() => canonicalize(value as Json)).toThrow(NotCanonical);
  });

  it('what goes round in a circle', () => {
    const value: Record<string, Json> = {};
    value.self = value;
    expect(notCanonical(value)).toMatch(/nested deeper than 100 levels/);
  });

  it('nothing else', () => {
    expect(notCanonical({ a: [1, -0, 2 ** 53 - 1, 1e300, 'é😀', null, true, { '': '' }] })).toBeUndefined();
  });
});
