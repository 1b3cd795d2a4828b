// Programs that the tests need and npm does not bring. Plain JavaScript.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const programs = [
  { package: 'chromium-headless-shell', found: hasChromium },
  // Other people's readers judge the PDFs that the product writes.
  { package: 'qpdf', found: () => runs('qpdf', '--version') },
  { package: 'poppler-utils', found: () => runs('pdfsig', '-v') },
  // And of the evidence packs.
  { package: 'unzip', found: () => runs('unzip', '-v') },
  { package: 'golang-go', found: () => runs('go', 'version') },
  { package: 'golang-golang-x-mod-dev', found: () => existsSync('/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog') },
];

/** Installs what is missing where that is possible (Debian, as root); else says what to run, and ends. */
export async function provideSystemPrograms() {
  const missing = programs.filter(({ found }) => !found());
  if (missing.length === 0) return;
  const names = missing.map((program) => program.package);
  const apt = spawnSync('apt-get', ['--version']).status === 0;
  if (!apt || process.getuid?.() !== 0) {
    process.stderr.write(
      `The tests need ${names.join(', ')}. ${apt ? `Run: sudo apt-get install ${names.join(' ')}` : packageHint(names)}\n`,
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

/** Where there is no apt-get: chromium comes from Playwright, the others from the system's own packages. */
function packageHint(names) {
  const others = names.filter((name) => name !== 'chromium-headless-shell');
  const steps = [
    ...(others.length < names.length ? ['Run: npx playwright install chromium.'] : []),
    ...(others.length > 0 ? [`Install from your system's packages: ${others.join(', ')}.`] : []),
  ];
  return steps.join(' ');
}

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
