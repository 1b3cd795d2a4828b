import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';

/** Opens the database of a folder as the server does; once a line comes, it ends as its second argument says. */
const [, , dataDir = '', ending] = process.argv;
await openEmbedded({ dataDir, use: 'server' });
process.stdout.write('opened\n');
process.stdin.once('data', () => {
  if (ending === 'exit') process.exit(0);
  throw new Error('Nothing catches this.');
});
