import { secretFile } from '#app/adapters/secrets/secret-file.ts';

/** Makes the secret file given as argument, in a process that cannot write a byte, and prints the result. */
await secretFile(process.argv[2] ?? '', () => 'a secret').then(
  () => process.stdout.write('made'),
  (error: Error & { code?: string }) => process.stdout.write(`${error.code}: ${error.message}`),
);
