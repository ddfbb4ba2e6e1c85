import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-svelte'
import type { AppEvent } from '#shared/contract/events.ts'
import type { HostBridge, Reply } from '#shared/contract/host.ts'
import { createElectronHost } from '../../../src/renderer/src/lib/host/electron-host.ts'
import type { Host } from '../../../src/renderer/src/lib/host/host.ts'
import { firstCalls } from '../../../src/renderer/src/lib/host/first-calls.ts'
import { AppState } from '../../../src/renderer/src/lib/state/app-state.svelte.ts'
import Shell from '../../../src/renderer/src/shell/Shell.svelte'
import { BridgeCalls } from '../../e2e/support/hosts/page-calls.ts'
import { browser, type CoreOptions, type SentFile } from './page-commands.ts'

/** Mailroom on screen. */
type OpenMailroom = {
  /** Starts the page again as a reload does, with its address and with the data that the core keeps. */
  reload(): Promise<void>
  /** The page’s calls of the core, some of which a test decides or holds back. */
  readonly calls: BridgeCalls
  /** Emits an event of the host itself, such as a choice in the native menu. */
  emit(event: AppEvent): void
  /** Events of the core that the page does not receive. */
  readonly unheard: Set<AppEvent['name']>
}

/** Opens Mailroom at a view. It ends with the test. Anything that the page reports to the log fails the test. */
export async function openMailroom(view: string, options: CoreOptions = {}): Promise<OpenMailroom> {
  await browser.openCore(options)
  history.replaceState(null, '', `#/${view}`)
  const calls = new BridgeCalls()
  const listeners = new Set<(event: AppEvent) => void>()
  const emit = (event: AppEvent) => listeners.forEach((listener) => listener(event))
  const host = createElectronHost(coreBridge(calls, listeners))
  const unheard = new Set<AppEvent['name']>()
  void follow((event) => unheard.has(event.name) || emit(event))
  let unmount = await show(host)
  onTestFinished(async () => {
    await unmount()
    await browser.closeCore()
  })
  return {
    calls,
    emit,
    unheard,
    async reload() {
      await unmount()
      unmount = await show(host)
    },
  }
}

async function show(host: Host): Promise<() => Promise<void>> {
  const app = await AppState.open(host, firstCalls(host), (thrown) => console.error(thrown))
  const { unmount } = await render(Shell, { props: { app } })
  return unmount
}

/** Connects the page to a core in the process of vitest. */
function coreBridge(calls: BridgeCalls, listeners: Set<(event: AppEvent) => void>): HostBridge<File> {
  return {
    invoke: (name, input) => calls.answer(name, input, () => browser.invoke(name, input)) as Promise<Reply>,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onClosing: () => undefined,
    async drop(files) {
      return { ok: true, output: await browser.upload(await Promise.all(files.map(sent))) }
    },
  }
}

async function follow(listener: (event: AppEvent) => void): Promise<void> {
  for (let events = await browser.events(); events.length > 0; events = await browser.events()) {
    events.forEach(listener)
  }
}

async function sent(file: File): Promise<SentFile> {
  const letters = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte))
  return { name: file.name, base64: btoa(letters.join('')) }
}
