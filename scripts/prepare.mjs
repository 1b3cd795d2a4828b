// Prepares a clone to run: installs the packages and builds, if needed. Plain JavaScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export const root = fileURLToPath(new URL('..', import.meta.url));

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Imprimatur needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/** Installs the packages if one is missing or has another version than in the lock file. */
export async function install() {
  if (isInstalled()) return;
  say('Installing packages');
  await step('Installing packages', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
}

function isInstalled() {
  const present = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(present)) return false;
  // A linked folder belongs to another clone.
  if (lstatSync(path.join(root, 'node_modules')).isSymbolicLink()) return true;
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(present, 'utf8')).packages;
  // Packages for other platforms are only in the lock file.
  return Object.entries(wanted).every(
    ([name, { version, optional, link }]) =>
      name === '' || link || (installed[name] ? installed[name].version === version : optional === true),
  );
}

const sourceFolders = ['app', 'events', 'migrations', 'projections'];
const sourceFiles = ['package.json', 'package-lock.json', 'remix.config.js', 'tsconfig.json', 'vite.config.ts'];
const builders = ['scripts/tasks.mjs', 'scripts/verifier.mjs'];
const buildFolder = path.join(root, 'build');
const digestFile = path.join(buildFolder, 'sources.sha256');

/** Whether the build is of the sources as they are now. */
export const isBuilt = () => existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digestOfSources();

/** Builds if a source has changed since the last build, one process at a time. */
export async function build() {
  if (isBuilt()) return;
  try {
    const unlock = await lockBuild();
    // A source may change during the build.
    for (let tries = 3; !isBuilt(); tries -= 1) {
      if (tries === 0) fail('The sources changed during the build. Start again.');
      if (tries === 3) say('Building');
      await buildNow();
    }
    unlock();
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
    fail(`Building failed: ${error.message}.`);
  }
}

async function buildNow() {
  const digest = digestOfSources();
  removeLinkedBuild();
  rmSync(digestFile, { force: true });
  const remix = path.join(root, 'node_modules/@remix-run/dev/dist/cli.js');
  await step('Building', process.execPath, [remix, 'vite:build', '--logLevel', 'error'], { NODE_ENV: 'production' });
  await step('Building', process.execPath, [path.join(root, 'scripts/verifier.mjs')]);
  await step('Building', process.execPath, [path.join(root, 'scripts/tasks.mjs')]);
  for (const folder of ['client/assets', 'server/assets', 'tasks/chunks'])
    removeOldFiles(path.join(buildFolder, folder));
  await compressAssets(path.join(buildFolder, 'client/assets'));
  writeFileSync(digestFile, digest);
}

/** Until release 1.1, `build` was a link into `.cache/builds`. */
function removeLinkedBuild() {
  if (!lstatSync(buildFolder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  rmSync(buildFolder);
  rmSync(path.join(root, '.cache/builds'), { recursive: true, force: true });
}

/** Removes files of earlier builds after a week: a running server of such a build loads them by their hashed names. */
function removeOldFiles(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > 7 * 24 * 60 * 60 * 1000) rmSync(file);
  }
}

/** Compresses scripts and styles once, at the best quality, instead of for each request. */
async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), { params }));
    }),
  );
}

/** Waits for the lock and returns a function that releases it. The lock of an ended process is free. */
async function lockBuild() {
  const lock = path.join(root, '.cache/build.lock');
  mkdirSync(path.dirname(lock), { recursive: true });
  const unlock = () => rmSync(lock, { force: true });
  while (!takeLock(lock)) {
    if (isStale(lock)) unlock();
    else await sleep(100);
  }
  process.once('exit', unlock);
  return unlock;
}

/** Creates the lock with the id of this process. Returns false where another process has it. */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    // A full disk would leave a lock without a process.
    rmSync(lock, { force: true });
    throw error;
  }
}

function isStale(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // In a container the next process often has the same id as the last one.
    return pid === process.pid || !process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function digestOfSources() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  const entries = sourceFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of [...files.map((file) => path.relative(root, file)).sort(), ...sourceFiles, ...builders])
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Says what begins. Beside the output of a tool, which may be read by a program. */
function say(name) {
  process.stderr.write(`${name}\n`);
}

/** Runs a program quietly. Where it fails, prints its output and ends. */
function step(name, program, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stopped = false;
    const stop = () => {
      stopped = true;
      child.kill('SIGTERM');
    };
    process.once('SIGTERM', stop);
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    const failed = (reason) => fail(`${output}\n${name} failed (${reason}).`);
    child.on('error', (error) => failed(error.message));
    child.on('close', (code, signal) => {
      process.off('SIGTERM', stop);
      if (stopped) process.exit(143);
      if (code !== 0) return failed(signal ?? `exit code ${code}`);
      resolve();
    });
  });
}
