import { FailureReports } from './lib/host/failure-reports.ts'
import { firstCalls } from './lib/host/first-calls.ts'
import { openHost } from './lib/host/open-host.ts'
import { refuseStrayFiles } from './lib/ui/fields/stray-files.ts'
import { ignoreHeldKey } from './lib/ui/keys/held-key.ts'

// This file is small because the first calls are sent when it is read: the shell, a hundred times as long, is compiled in
// the meantime.
const host = openHost()
const first = firstCalls(host)
const { report } = new FailureReports(host)
addEventListener('error', (event) => report(event.error))
addEventListener('unhandledrejection', (event) => report(event.reason))
addEventListener('keydown', ignoreHeldKey, true)
for (const type of ['dragenter', 'dragover', 'drop'] as const) addEventListener(type, refuseStrayFiles)

// The document preloads the shell, so here it is only evaluated, while the host responds to the calls. The import is
// not awaited at the top level: the shell imports parts of this module’s file, whose evaluation would then never
// complete.
void import('./shell/open-shell.ts').then(({ openShell }) => openShell(host, first, report))
