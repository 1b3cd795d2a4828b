/**
 * Who may import whom (the table of the architecture). Types are free where a rule says so: they are gone when the program
 * runs. `npm test` runs this; a broken rule is named with the two files.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'pure-domain',
      comment: 'The domain is pure: it knows zod and itself, and of the ledger the types alone.',
      severity: 'error',
      from: { path: '^events/(?!ledger/)' },
      to: { pathNot: ['^events/', 'node_modules/zod/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-knows-no-ledger',
      severity: 'error',
      from: { path: '^events/(?!ledger/)' },
      to: { path: '^events/ledger/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ledger-knows-the-database-alone',
      severity: 'error',
      from: { path: '^events/ledger/' },
      to: { pathNot: ['^events/', 'node_modules/(kysely|pg|pg-copy-streams|zod)/', '^(node:)?[a-z_/]+$'] },
    },
    {
      name: 'projections-know-events',
      severity: 'error',
      from: { path: '^projections/' },
      to: { path: '^(app|tests|bench)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'queries-read',
      severity: 'error',
      from: { path: '^app/queries/' },
      to: {
        path: '^app/',
        pathNot: ['^app/queries/', '^app/forms/', '^app/wording/', '^app/ui/text/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'commands-know-no-door',
      comment: 'A command runs behind a screen and behind the interface alike, and reaches the outside through ports.',
      severity: 'error',
      from: { path: '^app/commands/' },
      to: {
        path: '^app/(server|screens|api|ui|jobs|reports|storage|email|services)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'screens-know-no-adapter',
      severity: 'error',
      from: { path: '^app/(screens|api)/' },
      to: {
        path: '^app/(database|storage|email|jobs|identity|services)',
        // Pure: which kinds of file there are, how a name is cleaned, how strong a password is.
        pathNot: '^app/(storage/(content/formats|filename)|identity/strength)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'screens-know-no-library-of-the-server',
      severity: 'error',
      from: { path: '^app/(screens|ui|forms)/' },
      to: { path: 'node_modules/(kysely|pg|@aws-sdk|graphile-worker|nodemailer|express|pdfkit|pdf-lib)/' },
    },
    {
      name: 'ui-is-for-the-browser',
      severity: 'error',
      from: { path: '^app/(ui|forms)/' },
      to: {
        path: '^(app|projections|events/ledger)/',
        pathNot: ['^app/(ui|forms|styles)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'adapters-run-no-command',
      severity: 'error',
      from: { path: '^app/(storage|email|identity|database|pdf|reports)/' },
      to: { path: '^app/(commands|screens|api|server)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'verifier-runs-anywhere',
      comment:
        'One verifier for the browser, the server and verify.mjs, which shares nothing with the ledger that it judges.',
      severity: 'error',
      from: { path: '^app/evidence/verify/' },
      to: { pathNot: ['^app/evidence/verify/', 'node_modules/(@noble|crc-32|pkijs|asn1js)/'] },
    },
    {
      name: 'services-alone-wires',
      comment: 'Who needs an adapter is given it.',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/(services\\.ts|start\\.ts|server/cluster/worker\\.ts|cli/)' },
      to: {
        path: '^app/(services|storage/(local|s3)|email/(outbox|smtp)|identity/identity)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      from: { path: '^(app|events|projections|scripts)/' },
      to: { path: '^(tests|bench)/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '\\?url$', '\\?raw$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
