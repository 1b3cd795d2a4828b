// The server in development: Vite reloads the screens; a change of another file restarts the server.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

/** Files that the server process runs. Vite reloads the others. */
export const serverFiles =
  /^(?:events|projections)\/.*\.ts$|^migrations\/.*\.sql$|^app\/(?!(?:[^/]+\/)?screens\/|home\/manual\/|ui\/(?!text\/|rosette\/)|root\.|routes\.|entry\.).*\.tsx?$/;

/** Runs the server and restarts it after each change of its files. */
export function development(flags) {
  let child;
  let ending = false;
  let restart = false;
  const launch = () => {
    restart = false;
    child = spawn(process.execPath, [path.join(root, 'scripts/serve.mjs'), ...flags], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development' },
    });
    child.on('exit', (code) => {
      if (ending) process.exit(code ?? 0);
      if (restart) launch();
      else process.stderr.write('The server ended. It restarts at the next change.\n');
    });
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  for (const folder of ['app', 'events', 'projections', 'migrations']) {
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || restart || !serverFiles.test(`${folder}/${name}`.replaceAll('\\', '/'))) return;
      restart = true;
      if (hasEnded()) setTimeout(launch, 100);
      else child.kill('SIGTERM');
    });
  }
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.on(name, () => {
      ending = true;
      if (hasEnded()) process.exit(0);
      child.kill(name);
    });
  }
  launch();
}
