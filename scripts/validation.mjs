// npm run validation: lists every requirement of docs/validation/requirements.md with its tests. Plain JavaScript.
// Exits with 1 where the page says another state than the tests show, a reason is missing, or an id is unknown.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** @typedef {{ id: string, clause: string, must: string, state: string, why: string }} Requirement */
/** @typedef {{ title: string, ids: string[] }} Title */

const idIn = /^[A-Z][A-Za-z0-9]*(-[0-9]+([a-z][0-9]?)?)?$/;

/** The rows of the page: four cells a requirement, and two for why one is not shown. @returns {Requirement[]} */
export function requirementsIn(/** @type {string} */ page) {
  const rows = page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, id]) => idIn.test(id ?? ''));
  const whyOf = (/** @type {string} */ id) => rows.find((row) => row.length === 4 && row[1] === id)?.[2] ?? '';
  return rows
    .filter(({ length }) => length === 6)
    .map(([, id = '', clause = '', must = '', state = '']) => ({ id, clause, must, state, why: whyOf(id) }));
}

/** The titles of a test file that carry ids. @returns {Title[]} */
const titlesIn = (/** @type {string} */ file, /** @type {string} */ text) =>
  [...text.matchAll(/(['"`])([^\n]*\[[A-Z][^\n]*)\1/g)].flatMap(([, , title = '']) => {
    const ids = [...title.matchAll(/\[((?:P11|A11d?|CFR\d+|ISO\d+|PI041)[-0-9a-z]*)\]/g)].map(([, id = '']) => id);
    return ids.length > 0 ? [{ title: `${file}: ${title}`, ids }] : [];
  });

/** The requirements that a row ends with as its own: "(as A11-7, P11-10b)". @returns {string[]} */
const namedBy = (/** @type {Requirement} */ { must }) => /\(as ([^)]+)\)$/.exec(must)?.[1]?.split(', ') ?? [];

/** States of a requirement that the software does not meet, each with a reason on the page. */
const unmet = ['planned', 'not applicable'];

/**
 * The state of each requirement by the tests, and what is wrong. A clause with parts is shown only where each part has
 * a test of its own; a test with the clause's id alone shows none of them.
 */
export function examine(/** @type {Requirement[]} */ requirements, /** @type {Title[]} */ titles) {
  /** Letters part a clause, digits a letter. */
  const partsOf = (/** @type {Requirement} */ whole) =>
    requirements.filter(({ id }) => {
      const part = id.startsWith(whole.id) ? id.slice(whole.id.length) : '';
      return (/\d$/.test(whole.id) ? /^[a-z]$/ : /^\d$/).test(part);
    });
  const shownBy = (/** @type {string} */ id) => titles.filter(({ ids }) => ids.includes(id)).map(({ title }) => title);
  const known = new Set(requirements.map(({ id }) => id));
  /** @returns {string} */
  const stateOf = (/** @type {Requirement} */ one) => {
    const named = namedBy(one);
    const parts = named.length > 0 ? requirements.filter(({ id }) => named.includes(id)) : partsOf(one);
    if (parts.length === 0) {
      if (shownBy(one.id).length > 0) return 'shown';
      return unmet.includes(one.state) ? one.state : 'missing';
    }
    const [first = '', ...others] = new Set(parts.map(stateOf));
    if (others.length === 0) return first;
    if ([first, ...others].includes('missing')) return 'missing';
    return [first, ...others].every((state) => unmet.includes(state)) ? 'planned' : 'partly';
  };
  const rows = requirements.map((one) => ({ ...one, found: stateOf(one), shown: shownBy(one.id) }));
  const reasonless = (/** @type {Requirement} */ one) =>
    unmet.includes(one.state) && one.why === '' && partsOf(one).length === 0 && namedBy(one).length === 0;
  return {
    rows,
    problems: [
      ...rows
        .filter(({ state, found }) => state !== found)
        .map(({ id, state, found }) =>
          found === 'missing' ? `${id} has no test that shows it.` : `${id} is ${found}, and the page says ${state}.`,
        ),
      ...rows.filter(reasonless).map(({ id, state }) => `${id} does not say why it is ${state}.`),
      ...rows
        .filter(({ state, why }) => state === 'shown' && why)
        .map(({ id }) => `${id} is shown, and gives a reason.`),
      ...rows.flatMap((one) =>
        namedBy(one)
          .filter((id) => !known.has(id))
          .map((id) => `${one.id} names ${id}, which is not a requirement.`),
      ),
      ...titles.flatMap(({ title, ids }) =>
        ids.filter((id) => !known.has(id)).map((id) => `${title} carries ${id}, which is not a requirement.`),
      ),
    ],
  };
}

function main() {
  const files = readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' }).sort();
  const titles = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => titlesIn(`tests/${file}`, readFileSync(path.join(root, 'tests', file), 'utf8')));
  const page = readFileSync(path.join(root, 'docs/validation/requirements.md'), 'utf8');
  const { rows, problems } = examine(requirementsIn(page), titles);
  for (const { id, clause, must, found, shown, why } of rows)
    process.stdout.write(
      `${id}  ${clause}: ${must} (${found})\n${[why, ...shown].map((line) => line && `    ${line}\n`).join('')}`,
    );
  for (const line of problems) process.stderr.write(`${line}\n`);
  const missing = rows.filter(({ found }) => found === 'missing').length;
  process.stdout.write(`${rows.length} requirements, ${missing} without a test\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
