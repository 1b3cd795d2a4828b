import { organisations } from '#app/jobs/organisations.ts';
import type { Ports } from '#app/ports.ts';

/**
 * Tells where the newest file that a ledger names is not in the storage: a volume that is not mounted, another DATA_DIR or bucket, a database
 * that was put back without its files. What is uploaded from then on would lie beside what is missing, unnoticed until somebody reads.
 */
export async function tellOfMissingFiles(ports: Ports): Promise<void> {
  const { config, log } = ports;
  const orgs: string[] = [];
  for (const org of await organisations(ports)) if (await isNewestMissing(ports, org)) orgs.push(org);
  if (orgs.length === 0) return;
  const where = config.s3 ? 'S3_BUCKET' : 'DATA_DIR/files';
  log.warn({ orgs }, `files that the ledger names are not in ${where}`);
  process.stderr.write(
    `Files that the ledger names are not in ${where}: mount it, name the one that holds them, or put them back from the backup (docs/operations.md, Restore). \`npm run ledger -- verify\` names each.\n`,
  );
}

async function isNewestMissing({ database, storage }: Ports, org: string): Promise<boolean> {
  const newest = await database.read(org, (db) =>
    db
      .selectFrom('read.document_version')
      .select('final_file')
      .orderBy('submitted_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return newest !== undefined && (await storage.within(org).stat(newest.final_file.objectKey)) === null;
}
