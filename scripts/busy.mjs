// Keeps one core full until the process that forked it ends: for `npm run test:busy`. Plain JavaScript.
process.on('disconnect', () => process.exit());
setInterval(() => {
  const end = performance.now() + 50;
  while (performance.now() < end);
}, 0);
