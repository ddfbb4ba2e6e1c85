import { mount } from 'svelte'
import './lib/theme/theme.css'
import { AppError } from '#shared/contract/error.ts'
import { openHost } from './lib/host/open-host.ts'
import { AppState } from './lib/state/app-state.svelte.ts'
import Shell from './shell/Shell.svelte'
import StartFailed from './shell/StartFailed.svelte'

const target = document.getElementById('app')!
const host = openHost()

// A failure of the page belongs into the same log as everything else. At most a few: a loop must not fill the disk.
let reports = 5
function report(thrown: unknown): void {
  if (reports-- <= 0 || thrown instanceof AppError) return
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const cut = { message: error.message.slice(0, 4000), stack: (error.stack ?? '').slice(0, 8000) }
  host.invoke('logs.report', cut).catch(() => undefined)
}
addEventListener('error', (event) => report(event.error))
addEventListener('unhandledrejection', (event) => report(event.reason))

try {
  mount(Shell, { target, props: { app: await AppState.open(host) } })
} catch (thrown) {
  report(thrown)
  mount(StartFailed, { target, props: { error: AppError.from(thrown) } })
}
