// Programs that the tests need and npm does not install. Plain JavaScript.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const programs = [
  { package: 'chromium-headless-shell', found: hasChromium },
  // Independent readers check the PDFs and evidence packs that the product writes.
  { package: 'qpdf', found: () => runs('qpdf', '--version') },
  { package: 'poppler-utils', found: () => runs('pdfsig', '-v') },
  { package: 'unzip', found: () => runs('unzip', '-v') },
  { package: 'golang-go', found: () => runs('go', 'version') },
  { package: 'golang-golang-x-mod-dev', found: () => existsSync('/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog') },
];

/** Installs missing programs on Debian as root; otherwise prints what to run and ends the process. */
export async function provideSystemPrograms() {
  const names = programs.filter(({ found }) => !found()).map((program) => program.package);
  if (names.length === 0) return;
  if (!runs('apt-get', '--version') || process.getuid?.() !== 0) {
    process.stderr.write(
      `The tests need ${names.join(', ')}.\n` +
        `On Debian, run: sudo apt-get install ${names.join(' ')}\n` +
        'On other systems, run npx playwright install chromium and install the others from the system packages.\n',
    );
    process.exit(1);
  }
  process.stdout.write(`Installing ${names.join(', ')}\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env: environment, stdio: ['ignore', 'ignore', 'inherit'] };
  spawnSync('apt-get', ['update', '-q'], quiet);
  const { status } = spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', ...names], quiet);
  if (status === 0) return;
  process.stderr.write(`apt-get could not install ${names.join(', ')}.\n`);
  process.exit(1);
}

const runs = (program, argument) => spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;

function hasChromium() {
  const own = process.env.CHROMIUM_PATH;
  if (own) return existsSync(own);
  if (['chromium-headless-shell', 'chromium', 'chromium-browser'].some((name) => existsSync(`/usr/bin/${name}`)))
    return true;
  try {
    const { chromium } = createRequire(import.meta.url)('playwright');
    return existsSync(chromium.executablePath());
  } catch {
    return false;
  }
}
