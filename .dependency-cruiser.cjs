/**
 * Who may import whom (the table of docs/architecture.md). A rule that allows types says so: they do not exist at run
 * time. `npm test` runs this and names the two files of a broken rule.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or share a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-domain',
      comment: 'The domain is pure: it imports only zod, itself and types of the ledger.',
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
      to: { pathNot: ['^events/', 'node_modules/(pg|pg-copy-streams|dataloader)/', '^(node:)?[a-z_/]+$'] },
    },
    {
      name: 'projections-know-events',
      severity: 'error',
      from: { path: '^projections/' },
      to: { pathNot: ['^(projections|events)/', 'node_modules/(kysely|pg|zod)/', '^(node:)?[a-z_/]+$'] },
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
      name: 'commands-know-no-interface',
      comment: 'A command serves a screen and the API alike, and reaches the outside through ports.',
      severity: 'error',
      from: { path: '^app/commands/' },
      to: {
        path: '^app/',
        pathNot: [
          '^app/(commands|queries|forms|wording|drafts)/',
          '^app/(identity/(constant-time|strength|passwords|sessions)|setup/code|demo/demonstration)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'screens-know-no-adapter',
      severity: 'error',
      from: { path: '^app/(screens|api)/' },
      to: {
        path: '^app/(database|storage|email|jobs|identity|drafts|outgoing|pdf|pdf-signing|single-sign-on|webhooks|workers|services)',
        // Pure: the kinds of files, clean file names, the strength of a password.
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
      from: { path: '^app/(ui|forms|wording)/' },
      to: {
        path: '^(app|projections|events/ledger)/',
        pathNot: ['^app/(ui|forms|wording|styles)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'adapters-run-no-command',
      severity: 'error',
      from: {
        path: '^app/(storage|email|identity|database|drafts|outgoing|pdf|pdf-signing|reports|evidence|single-sign-on|webhooks|workers|archive)/',
      },
      to: { path: '^app/(commands|screens|api|server)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'verifier-runs-anywhere',
      comment: 'One verifier for the browser, the server and verify.mjs. It shares nothing with the ledger it checks.',
      severity: 'error',
      from: { path: '^app/evidence/verify/' },
      to: { pathNot: ['^app/evidence/verify/', 'node_modules/(@noble|crc-32)/'] },
    },
    {
      name: 'services-alone-wires',
      comment: 'Other modules are given their adapters.',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/(services\\.ts|start\\.ts|server/cluster/worker\\.ts|cli/ledger\\.ts)' },
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
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
