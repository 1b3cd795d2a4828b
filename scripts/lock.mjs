// Completes package-lock.json after `npm install`: a registry that has not every platform's binary of an optional
// package makes npm leave those entries out, and `npm ci` then refuses the lock everywhere. With them it skips what is
// not for it.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el'];
const added = [];

for (const [folder, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isThere(folder, name) || !/^\d/.test(version)) continue;
    const words = name.split(/[/-]/);
    const os = systems.filter((system) => words.includes(system));
    const cpu = processors.filter((processor) => words.includes(processor));
    if (os.length !== 1) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 && { cpu }),
      ...(dev && { dev }),
      optional: true,
      os,
    };
    added.push(`${name}@${version}`);
  }
}

if (added.length > 0) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
process.stdout.write(`${added.length} entries added\n`);

/** Whether a package in `folder` finds one by that name: beside it, or further up. */
function isThere(folder, name) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}
