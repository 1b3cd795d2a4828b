// Completes package-lock.json after `npm install`. npm leaves out the optional packages of platforms that the registry
// in use does not have, and `npm ci` then refuses the lock.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el'];
let added = 0;

for (const [folder, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const words = name.split(/[/-]/);
    const os = systems.filter((system) => words.includes(system));
    if (os.length !== 1 || !/^\d/.test(version) || isThere(folder, name)) continue;
    const cpu = processors.filter((processor) => words.includes(processor));
    const entry = { version, ...(cpu.length > 0 && { cpu }), ...(dev && { dev }), optional: true, os };
    lock.packages[`node_modules/${name}`] = entry;
    added += 1;
  }
}

const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(sorted);
if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} entries added\n`);

/** Whether a package in `folder` finds one by that name: next to it, or in a folder above. */
function isThere(folder, name) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}
