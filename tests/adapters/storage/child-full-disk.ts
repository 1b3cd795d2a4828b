import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';

/** Writes 4 MB into the folder given as argument, in a process with a smaller file limit, and prints the result. */
const folder = process.argv[2] ?? '';
const org = randomUUID();
const key = objectKey(org, randomUUID(), randomUUID(), 'original');
async function* body(): AsyncGenerator<Buffer> {
  for (let n = 0; n < 64; n++) yield Buffer.alloc(65_536);
}
const files = createLocalStorage(folder, createSignedUrls('http://localhost', 'a secret')).within(org);
const put = await files.put(key, body(), { maxBytes: 1e9 });
process.stdout.write(
  JSON.stringify({ put, stat: await files.stat(key), left: await readdir(join(folder, 'incoming')) }),
);
