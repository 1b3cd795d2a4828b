/** Answers `--help` (or `-h`) with what there is to ask, and ends: that is no mistake. */
export function helpWhereAsked(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
