import { secretFile } from '#app/secret-file.ts';

/** Makes the secret file given as argument, in a process that the system lets write nothing, and prints what comes of it. */
await secretFile(process.argv[2] ?? '', () => 'a secret').then(
  () => process.stdout.write('made'),
  (error: Error) => process.stdout.write(`${error.name}: ${error.message}`),
);
