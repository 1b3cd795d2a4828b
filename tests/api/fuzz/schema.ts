import fc from 'fast-check';
import type { JsonSchema } from '#app/server/api/reference-page.ts';
import { anything, byName, oddNumber, oddText, pick, poolOf } from './values.ts';

export interface Generating {
  /** The components that a `$ref` names. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** How many of a hundred values are odd or of another type. */
  noise: number;
  /** How many of a hundred uids are the other organisation's. */
  others: number;
}

/** Values for a schema: valid ones, and by `noise` invalid ones. `name`: the field's or its parent's. */
export function valuesOf(schema: JsonSchema, name: string, how: Generating, depth = 0): fc.Arbitrary<unknown> {
  const fitting = fittingOf(schema, name, how, depth);
  if (how.noise === 0) return fitting;
  return fc.oneof(
    { weight: 100 - how.noise, arbitrary: fitting },
    { weight: how.noise, arbitrary: fc.oneof(oddOf(schema), anything) },
  );
}

function fittingOf(schema: JsonSchema, name: string, how: Generating, depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const part = how.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (!part) throw new Error(`The description lacks ${schema.$ref}`);
    return fittingOf(part, name, how, depth);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  const named = byName[name];
  if (named && !schema.properties && !schema.items) return named;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((one) => fittingOf(one, name, how, depth)));
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, name, how, depth)));
}

function ofType(type: string, schema: JsonSchema, name: string, how: Generating, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 1000, 2 ** 31) });
    case 'string':
      return schema.format === 'uuid'
        ? pick(poolOf(name), how.others)
        : fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('2027-03-01', '2027-03-01T09:00:00Z'));
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, name, how, depth + 1), {
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    default:
      return objectOf(schema, name, how, depth);
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, name: string, how: Generating, depth: number) {
  if (depth > 6) return fc.constant({});
  const fields = Object.fromEntries(
    // The uid of a thing that is referred to is one of the thing's kind.
    Object.entries(properties).map(([key, one]) => [key, valuesOf(one, key === 'uid' ? name : key, how, depth + 1)]),
  );
  const whole = fc.record(fields, { requiredKeys: required });
  if (how.noise === 0) return whole;
  return fc.oneof(
    { weight: 85, arbitrary: whole },
    { weight: 10, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 5,
      arbitrary: fc.tuple(whole, fc.dictionary(fc.string(), anything)).map(([one, more]) => ({ ...one, ...more })),
    },
  );
}

function oddOf({ type }: JsonSchema): fc.Arbitrary<unknown> {
  const [first] = [type ?? 'string'].flat();
  if (first === 'integer' || first === 'number') return oddNumber;
  if (first === 'array') return fc.array(anything, { maxLength: 300, size: 'xlarge' });
  return oddText;
}
