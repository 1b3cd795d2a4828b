// What must be there before the product can run, done where it is not: packages, the build. Plain JavaScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export const root = fileURLToPath(new URL('..', import.meta.url));

export function needNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Imprimatur needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

/** Installs the packages of the lock where one is missing or has another version. */
export async function install() {
  if (isInstalled()) return;
  await step('Installing packages', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
}

function isInstalled() {
  const present = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(present)) return false;
  // Where the folder is a link it belongs to another copy of the product, which alone may change it.
  if (lstatSync(path.join(root, 'node_modules')).isSymbolicLink()) return true;
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const there = JSON.parse(readFileSync(present, 'utf8')).packages;
  // Packages for another computer are in the lock alone.
  return Object.entries(wanted).every(
    ([name, { version, optional, link }]) =>
      name === '' || link || (there[name] ? there[name].version === version : optional === true),
  );
}

const sources = ['app', 'events', 'migrations', 'projections'];
const settings = [
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
  'scripts/bundle.mjs',
];
/** A link to the folder of the last build. */
const current = path.join(root, 'build');
const builds = path.join(root, '.cache/builds');
const stamp = path.join(current, 'sources.sha256');

/** Whether no source has changed since the last build. */
export const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOfSources();

/** Builds where a source has changed since the last build. Answers the build's own folder, which later builds leave alone. */
export async function build() {
  if (!isBuilt()) {
    const release = await takeTurn().catch(notWritten);
    try {
      if (!isBuilt()) await buildNow();
    } catch (error) {
      notWritten(error);
    } finally {
      release();
    }
  }
  return realpathSync(current);
}

/**
 * Each build lies in a folder of its own, under whose name it is loaded: a server that runs meanwhile finds what it loads later, and what its
 * pages ask for. `build` leads to the new one once all of it is there, and of the same sources.
 */
async function buildNow() {
  for (let left = 3; left > 0; left -= 1) {
    const digest = digestOfSources();
    const before = lastChange();
    const folder = await buildFolder();
    // Pages of one state and a server of another would be taken for a build of either.
    if (digestOfSources() === digest && lastChange() === before) return publish(folder, digest);
    rmSync(folder, { recursive: true });
  }
  throw new Unbuilt('The sources change while they are being built. Start again when they are at rest.');
}

/** What stands in the way of a build and needs no stack to be understood. */
class Unbuilt extends Error {}

/** Ends with a sentence where the build's files could not be written: no room, no permission, a file system to read alone. */
function notWritten(error) {
  const ofTheSystem = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(error.code);
  if (!ofTheSystem && !(error instanceof Unbuilt)) throw error;
  process.stderr.write(ofTheSystem ? `Building failed: ${error.message}.\n` : `${error.message}\n`);
  process.exit(1);
}

/** Answers the folder of what was built. */
async function buildFolder() {
  const remix = path.join(root, 'node_modules/@remix-run/dev/dist/cli.js');
  // It takes the link away, and builds in its place.
  await step('Building', process.execPath, [remix, 'vite:build', '--logLevel', 'error'], { NODE_ENV: 'production' });
  const folder = path.join(builds, new Date().toISOString().replaceAll(/\D/g, ''));
  mkdirSync(builds, { recursive: true });
  renameSync(current, folder);
  const [{ bundleServer }, { buildVerifier }] = await Promise.all([import('./bundle.mjs'), import('./verifier.mjs')]);
  await Promise.all([bundleServer(folder), buildVerifier(folder), compressAssets(folder)]);
  // Its program would stay beside the server for as long as that runs, and hold half a gigabyte.
  const { stop } = await import('esbuild');
  await stop();
  return folder;
}

function publish(folder, digest) {
  writeFileSync(path.join(folder, path.basename(stamp)), digest);
  rmSync(current, { recursive: true, force: true });
  symlinkSync(path.relative(root, folder), current, 'junction');
  for (const old of readdirSync(builds).sort().slice(0, -kept)) rmSync(path.join(builds, old), { recursive: true });
}

/** Builds that stay, of which a server may still run. */
const kept = 4;

/** Scripts and styles as brotli makes them at its slowest, beside them: a visit costs no compression, and loads less. */
async function compressAssets(build) {
  const folder = path.join(build, 'client/assets');
  const files = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), { params }));
    }),
  );
}

/** One build at a time, however many begin one. A turn whose process has died is free. */
async function takeTurn() {
  const turn = path.join(root, '.cache/building');
  mkdirSync(path.dirname(turn), { recursive: true });
  for (;;) {
    try {
      writeFileSync(turn, String(process.pid), { flag: 'wx' });
      const release = () => rmSync(turn, { force: true });
      process.once('exit', release);
      return release;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isLeftOver(turn)) rmSync(turn, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Whether whoever made it has died. In a container the next process often has the same number, and this one then finds its own. */
function isLeftOver(turn) {
  try {
    const holder = Number(readFileSync(turn, 'utf8'));
    if (holder) return holder === process.pid || !isAlive(holder);
    // The number comes a moment after the file: without one for longer, its maker died in between.
    return Date.now() - statSync(turn).mtimeMs > 10_000;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function digestOfSources() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const file of filesOfSources()) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** When one of them was last written: one that was changed and changed back is as it was, yet what was built meanwhile is not of it. */
const lastChange = () => Math.max(...filesOfSources().map((file) => statSync(path.join(root, file)).ctimeMs));

/** By their names from the root. */
function filesOfSources() {
  const found = sources.flatMap((folder) => {
    const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  });
  return [...found.map((file) => path.relative(root, file)).sort(), ...settings];
}

/** What the server itself runs: it ends and starts for a change there. What screens alone are made of Vite reloads by itself. */
export const ofTheServer =
  /^(?:events|projections)\/.*\.ts$|^migrations\/.*\.sql$|^app\/(?!screens\/|styles\/|ui\/(?!text\/|seal\/)|root\.|routes\.|entry\.).*\.tsx?$/;

/** The server with Vite, and anew (once it has ended properly) at each change of its own files. */
export function development(flags) {
  const environment = { ...process.env, NODE_ENV: 'development' };
  let child;
  let ending = false;
  let again;
  const launch = () => {
    again = false;
    child = spawn(process.execPath, [path.join(root, 'scripts/serve.mjs'), ...flags], {
      cwd: root,
      stdio: 'inherit',
      env: environment,
    });
    child.on('exit', (code) => {
      if (ending) process.exit(code ?? 0);
      if (again) launch();
      else process.stderr.write('The server ended; it starts again at the next change.\n');
    });
  };
  for (const folder of ['app', 'events', 'projections', 'migrations']) {
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || again || !ofTheServer.test(`${folder}/${name}`.replaceAll('\\', '/'))) return;
      again = true;
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      else setTimeout(launch, 100);
    });
  }
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.on(name, () => {
      ending = true;
      if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
      child.kill(name);
    });
  }
  launch();
}

/** Runs a program quietly; shows what it said where it fails, and ends. A terminal is told what takes so long, for as long as it does. */
function step(what, program, args, environment = {}) {
  const terminal = process.stderr.isTTY;
  if (terminal) process.stderr.write(`${what}…`);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Left alone, it would go on in the place of the next one that is begun.
    let ended = false;
    const end = () => {
      ended = true;
      child.kill('SIGTERM');
    };
    process.once('SIGTERM', end);
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    child.stderr.on('data', (text) => (said += text));
    const failed = (reason) => {
      process.stderr.write(`${terminal ? '\r\u001b[K' : ''}${said}\n${what} failed (${reason}).\n`);
      process.exit(1);
    };
    child.on('error', (error) => failed(error.message));
    child.on('close', (code, signal) => {
      process.off('SIGTERM', end);
      if (ended) process.exit(143);
      if (code !== 0) return failed(signal ?? `exit code ${code}`);
      if (terminal) process.stderr.write('\r\u001b[K');
      resolve();
    });
  });
}
