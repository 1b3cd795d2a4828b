// npm run validation: lists every requirement of docs/validation/requirements.md with its tests. Plain JavaScript.
// Exits with 1 where the page says another state than the tests show, or a title has an unknown id.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** @typedef {{ id: string, clause: string, must: string, state: string }} Requirement */
/** @typedef {{ title: string, ids: string[] }} Title */

/** The rows of the page. @returns {Requirement[]} */
export const requirementsIn = (/** @type {string} */ page) =>
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, id]) => /^[A-Z][A-Za-z0-9]*(-[0-9]+[a-z]?)?$/.test(id ?? ''))
    .map(([, id = '', clause = '', must = '', state = '']) => ({ id, clause, must, state }));

/** The titles of a test file that carry ids. @returns {Title[]} */
const titlesIn = (/** @type {string} */ file, /** @type {string} */ text) =>
  [...text.matchAll(/(['"`])([^\n]*\[[A-Z][^\n]*)\1/g)].flatMap(([, , title = '']) => {
    const ids = [...title.matchAll(/\[((?:P11|A11d?|ISO\d+|PI041)[-0-9a-z]*)\]/g)].map(([, id = '']) => id);
    return ids.length > 0 ? [{ title: `${file}: ${title}`, ids }] : [];
  });

/**
 * The state of each requirement by the tests, and what is wrong. A clause with parts is shown only where each part has
 * a test of its own; a test with the clause's id alone shows none of them.
 */
export function examine(/** @type {Requirement[]} */ requirements, /** @type {Title[]} */ titles) {
  const partsOf = (/** @type {string} */ id) =>
    requirements.filter((one) => one.id.startsWith(id) && /^[a-z]$/.test(one.id.slice(id.length)));
  const shownBy = (/** @type {string} */ id) => titles.filter(({ ids }) => ids.includes(id)).map(({ title }) => title);
  const stateOf = (/** @type {Requirement} */ { id, state }) => {
    const parts = partsOf(id);
    if (parts.length === 0) return shownBy(id).length > 0 ? 'shown' : state === 'planned' ? 'planned' : 'missing';
    const shown = parts.filter((part) => shownBy(part.id).length > 0);
    if (shown.length === parts.length) return 'shown';
    return parts.every((part) => shown.includes(part) || part.state === 'planned') ? 'partly' : 'missing';
  };
  const rows = requirements.map((one) => ({ ...one, found: stateOf(one), shown: shownBy(one.id) }));
  const known = new Set(requirements.map(({ id }) => id));
  return {
    rows,
    problems: [
      ...rows
        .filter(({ state, found }) => state !== found)
        .map(({ id, state, found }) =>
          found === 'missing' ? `${id} has no test that shows it.` : `${id} is ${found}, and the page says ${state}.`,
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
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) => titlesIn(`tests/${file}`, readFileSync(path.join(root, 'tests', file), 'utf8')));
  const page = readFileSync(path.join(root, 'docs/validation/requirements.md'), 'utf8');
  const { rows, problems } = examine(requirementsIn(page), titles);
  for (const { id, clause, must, found, shown } of rows)
    process.stdout.write(`${id}  ${clause}: ${must} (${found})\n${shown.map((title) => `    ${title}\n`).join('')}`);
  for (const line of problems) process.stderr.write(`${line}\n`);
  const missing = rows.filter(({ found }) => found === 'missing').length;
  process.stdout.write(`${rows.length} requirements, ${missing} without a test\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
