// npm run validation: lists every requirement of docs/validation/requirements.md with its tests. Plain JavaScript.
// Exits with 1 where a requirement that is not planned has no test, or a title has an unknown id.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const requirements = readFileSync(path.join(root, 'docs/validation/requirements.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, id]) => /^[A-Z][A-Za-z0-9]*(-[0-9]+[a-z]?)?$/.test(id ?? ''))
  .map(([, id, clause, must = '']) => ({
    id,
    clause,
    must,
    planned: must.includes('_planned_'),
    shown: /** @type {string[]} */ ([]),
  }));

const unknown = [];
for (const file of readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' }).sort()) {
  if (!/\.(test|spec)\.tsx?$/.test(file)) continue;
  for (const [, , title] of readFileSync(path.join(root, 'tests', file), 'utf8').matchAll(
    /(['"`])([^\n]*\[[A-Z][^\n]*)\1/g,
  )) {
    for (const [, id] of title.matchAll(/\[((?:P11|A11d?|ISO\d+|PI041)[-0-9a-z]*)\]/g)) {
      const requirement =
        requirements.find((one) => one.id === id) ?? requirements.find((one) => one.id === id.replace(/[a-z]$/, ''));
      if (requirement) requirement.shown.push(`tests/${file}: ${title}`);
      else unknown.push(`tests/${file}: ${title} carries ${id}, which is not a requirement.`);
    }
  }
}

for (const { id, clause, must, shown } of requirements) {
  process.stdout.write(`${id}  ${clause}: ${must}\n${shown.map((title) => `    ${title}\n`).join('')}`);
}
const missing = requirements.filter(({ planned, shown }) => !planned && shown.length === 0);
for (const { id } of missing) process.stderr.write(`${id} has no test that shows it.\n`);
for (const line of unknown) process.stderr.write(`${line}\n`);
process.stdout.write(`${requirements.length} requirements, ${missing.length} without a test\n`);
process.exit(missing.length + unknown.length > 0 ? 1 : 0);
