import { expect, it } from 'vitest';
import { withoutOrganisation } from '#app/adapters/database/own-organisation.ts';
import { codeOf, filesIn } from './source.ts';

/** A table of an organisation where SQL reads or writes it. A name before a parenthesis is a function. */
const named = /\b(?:from|join|using|update|into)\s+((?:read|ledger|identity|app)\.[a-z_]+)\b(?!\s*\()/g;

/** SQL for the owner of the database, and of functions that take the organisation. */
const exempt = [
  /^app\/(?:server\/cli|adapters\/(?:database|embedded-postgres))\//,
  /^app\/adapters\/pdf-signing\/check-certificate\.ts$/,
];

it('SQL that is written by hand carries the organisation: by ownRows, or by org_id of its own [P11-10d]', () => {
  const found = filesIn(['app'], '.ts', '.tsx')
    .filter((file) => !exempt.some((pattern) => pattern.test(file)))
    .flatMap((file) =>
      [...codeOf(file).matchAll(/`[^`]*`|'(?:select|insert|update|delete) [^'\n]*'/g)].flatMap(([text]) =>
        [...text.matchAll(named)]
          .filter(([, table]) => !withoutOrganisation.includes(table!) && !text.includes('org_id = '))
          .map(([, table]) => `${file}: ${table}`),
      ),
    );
  expect(found).toEqual([]);
});
