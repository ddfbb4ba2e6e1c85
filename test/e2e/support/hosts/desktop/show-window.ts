import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, Route } from '@playwright/test'
import type { BootedMain } from '#test/electron/boot.ts'
import type { ServedBody } from '#test/electron/stand-in/real-page.ts'
import type { BridgeCall } from './bridge-call.ts'
import { bindingName, bridgeScript, receiverName } from './emulated-bridge.ts'
import { BridgeCalls, setBridge } from '../page-calls.ts'
import { setDialogs } from '../../../pages/base/system-dialogs.ts'
import { setSystem } from '../system.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
/**
 * A browser does not know the app’s scheme: the page is loaded from this address instead, and the main process sees
 * the real one.
 */
const shown = 'https://mailroom/'
const real = 'app://mailroom/'
const ofApp = (url: string) => (url.startsWith(shown) ? real + url.slice(shown.length) : url)

/** The page’s files never change while tests run. */
const served = new Map<string, Promise<ServedBody>>()

type Window = {
  /** The id of its contents in the stand-in. */
  readonly id: number
  /** The address that the main process loads. */
  readonly url: string
  /** The folder for files that the test saves and drops. */
  readonly folder: string
  /** Called when the page opens another window. */
  onopen(url: string): Promise<void>
}

/** Shows a window’s built page, with the built preload, in an empty browser page. */
export async function showWindow(page: Page, main: BootedMain, window: Window): Promise<void> {
  const { id, url, folder } = window
  const calls = new BridgeCalls()
  const saves = new Saves()
  setBridge(page, calls)
  setSystem(page, {
    openLink: (link) => main.electron.openUrl(link),
    notifications: async () => (await main.electron.notifications()).map(({ title, body }) => `${title}. ${body}`),
  })
  let saved = 0
  setDialogs(page, {
    chooseNext: (paths) => main.electron.chooseNext(paths),
    async save(press) {
      const path = join(folder, `saved-${id}-${++saved}`)
      const done = saves.next()
      await main.electron.chooseNext([path])
      await press()
      await done
      const shown = (await main.electron.dialogs()).findLast(({ kind }) => kind === 'save')
      return { suggested: (shown?.kind === 'save' && shown.options.defaultPath) || '', path }
    },
    newFolder: () => mkdtemp(join(folder, 'chosen-')),
  })
  const ended = main.exited.then(() => new Promise<never>(() => undefined))
  await page.exposeBinding(bindingName, async (_source, call: BridgeCall) => {
    if (call.kind === 'loaded') return main.electron.loaded(id, ofApp(call.url)).catch(() => undefined)
    if (call.kind === 'open') return window.onopen(ofApp(call.url))
    if (call.kind === 'copy') return copy(call.path, call.base64)
    const args = unpack(call.args) as unknown[]
    const ask = () => main.electron.ipc(id, ofApp(call.url), call.channel, args)
    // After the app has ended, the page gets no reply.
    const reply = await Promise.race([calls.answer(String(args[0]), args[1], ask), ended])
    if (args[0] === 'files.saveAs') saves.happened()
    return reply
  })
  const preload = await readFile(join(root, 'out/preload/preload.cjs'), 'utf8')
  await page.addInitScript({ content: bridgeScript(preload, join(folder, 'dropped')) })
  main.onSent(({ to, channel, args }) => {
    if (to !== id) return
    const send = ([name, ...rest]: [string, string, unknown[]]) =>
      (globalThis as unknown as Record<string, (channel: string, args: unknown[]) => void>)[name]?.(...rest)
    // A document that is being replaced no longer listens.
    void page.evaluate(send, [receiverName, channel, [...args]] as [string, string, unknown[]]).catch(() => undefined)
  })
  // Requests that the page’s workers make while the app ends are dropped.
  await page.route('**/*', (route) => answer(main, route).catch(() => route.abort('aborted').catch(() => undefined)))
  await page.goto(shown + url.slice(real.length))
}

async function copy(path: string, base64: string | null): Promise<void> {
  await mkdir(base64 === null ? path : dirname(path), { recursive: true })
  if (base64 !== null) await writeFile(path, Buffer.from(base64, 'base64'))
}

/** Signals the end of each call that saves a file. */
class Saves {
  #waiting: (() => void)[] = []

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  happened(): void {
    this.#waiting.shift()?.()
  }
}

async function answer(main: BootedMain, route: Route): Promise<void> {
  const request = route.request()
  const url = ofApp(request.url())
  if (request.isNavigationRequest()) {
    const isMainFrame = request.frame().parentFrame() === null
    if (!(await main.electron.navigate(url, isMainFrame))) return route.abort('aborted')
  }
  if (!(await main.electron.mayRequest(url))) return route.abort('blockedbyclient')
  const kept = served.get(url) ?? main.electron.serve(url.replace(/[?#].*/, ''))
  served.set(url, kept)
  // A file that an app could no longer serve while it quit is served by the next one.
  kept.catch(() => served.get(url) === kept && served.delete(url))
  const { status, headers, base64 } = await kept
  await route.fulfill({ status, headers, body: Buffer.from(base64, 'base64') })
}

function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack)
  if (value === null || typeof value !== 'object') return value
  if ('$bytes' in value) return Uint8Array.from(Buffer.from(String(value.$bytes), 'base64'))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpack(item)]))
}
