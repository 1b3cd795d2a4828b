import { createHash } from 'node:crypto';
import * as realArgon2 from '@node-rs/argon2';
import type { Argon2 } from '#app/adapters/secrets/passwords.ts';
import { createPdfs, type Pdfs } from '#app/adapters/pdf/pdfs.ts';
import type { ServicesOptions } from '#app/server/services.ts';
import { workers } from '#tests/support/workers.ts';

const inspected = new Map<string, ReturnType<Pdfs['inspect']>>();

/** The real PDF reader, which inspects equal bytes once a process: every scenario uploads the same papers. */
const makePdfs: typeof createPdfs = (...options) => {
  const made = createPdfs(...options);
  const inspect: Pdfs['inspect'] = async (file) => {
    const digest = createHash('sha256')
      .update(await file.read(0, file.size))
      .digest('hex');
    const known = inspected.get(digest) ?? made.inspect(file);
    inspected.set(digest, known);
    known.catch(() => inspected.delete(digest));
    return known;
  };
  return { ...made, inspect, inspectForJob: inspect };
};

/** The real argon2 with the least work: most passwords of tests are only a way in. */
const argon2: Argon2 = {
  hash: (password, options) => realArgon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 }),
  verify: realArgon2.verify,
};

/** What the services of a process's tests have in common. */
export const shared: Pick<ServicesOptions, 'workers' | 'makePdfs' | 'argon2'> = { workers, makePdfs, argon2 };
