import { mount } from 'svelte'
import './lib/theme/theme.css'
import { AppError } from '#shared/contract/base/error.ts'
import { FailureReports } from './lib/host/failure-reports.ts'
import { openHost } from './lib/host/open-host.ts'
import { AppState } from './lib/state/app-state.svelte.ts'
import { ignoreHeldKey } from './lib/ui/keys/held-key.ts'
import Shell from './shell/Shell.svelte'
import StartFailed from './shell/StartFailed.svelte'

const target = document.getElementById('app')!
const host = openHost()
const { report } = new FailureReports(host)
addEventListener('error', (event) => report(event.error))
addEventListener('unhandledrejection', (event) => report(event.reason))
addEventListener('keydown', ignoreHeldKey, true)

try {
  mount(Shell, { target, props: { app: await AppState.open(host, report) } })
} catch (thrown) {
  report(thrown)
  mount(StartFailed, { target, props: { error: AppError.from(thrown) } })
}
