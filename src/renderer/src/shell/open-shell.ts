import { mount } from 'svelte'
import '../lib/theme/theme.css'
import { AppError } from '#shared/contract/base/error.ts'
import type { FirstCalls } from '../lib/host/first-calls.ts'
import type { Host } from '../lib/host/host.ts'
import { AppState } from '../lib/state/app-state.svelte.ts'
import Shell from './Shell.svelte'
import StartFailed from './StartFailed.svelte'

export async function openShell(host: Host, first: FirstCalls, report: (thrown: unknown) => void): Promise<void> {
  const target = document.getElementById('app')!
  try {
    mount(Shell, { target, props: { app: await AppState.open(host, first, report) } })
  } catch (thrown) {
    report(thrown)
    mount(StartFailed, { target, props: { error: AppError.from(thrown) } })
  }
}
