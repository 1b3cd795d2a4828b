import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Rate, quantile } from './measure.ts';

const run = promisify(execFile);

/** How to come by it where it is missing. */
export const howToGetPgbench =
  "pgbench is not on this machine: it comes with Debian's and Ubuntu's package " +
  'postgresql-contrib (apt-get install postgresql-contrib), and with PostgreSQL itself on other systems.';

/** From PATH, or where Debian puts it. */
export const findPgbench = async (): Promise<string | undefined> => {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [] as string[]);
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`),
  ];
  for (const folder of folders.filter(Boolean)) {
    const program = path.join(folder, 'pgbench');
    if (
      await access(program, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return program;
  }
  return undefined;
};

export interface PgbenchRun {
  program: string;
  /** The owner's address, over a socket in a folder. */
  url: string;
  folder: string;
  callers: number;
  seconds: number;
  /** A custom script; `:n` begins at 0 for each client. */
  script: string;
}

/** One run of pgbench with prepared statements: its rate, and the latencies from its own log. */
export const pgbench = async ({ program, url, folder, callers, seconds, script }: PgbenchRun): Promise<Rate> => {
  const address = new URL(url.replace(/^postgres(ql)?:\/\/([^@/]*)@\//, 'postgres://$2@localhost/'));
  const place = await mkdtemp(path.join(folder, 'pgbench-'));
  const file = path.join(place, 'script.sql');
  await writeFile(file, script);
  try {
    const { stdout } = await run(
      program,
      [
        '--no-vacuum',
        '--protocol=prepared',
        `--file=${file}`,
        `--client=${callers}`,
        '--jobs=2',
        '--define=n=0',
        `--time=${Math.max(1, Math.round(seconds))}`,
        '--log',
        `--log-prefix=${path.join(place, 'log')}`,
        `--host=${address.searchParams.get('host') ?? address.hostname}`,
        `--port=${address.port || '5432'}`,
        `--username=${decodeURIComponent(address.username)}`,
        address.pathname.slice(1),
      ],
      { env: { ...process.env, PGPASSWORD: decodeURIComponent(address.password) } },
    );
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    const latencies: number[] = [];
    for (const name of await readdir(place))
      if (name.startsWith('log.'))
        for (const line of (await readFile(path.join(place, name), 'utf8')).split('\n')) {
          // client, transaction, microseconds, …
          const micros = line.split(' ')[2];
          if (micros) latencies.push(Number(micros) / 1000);
        }
    return { rate, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
};
