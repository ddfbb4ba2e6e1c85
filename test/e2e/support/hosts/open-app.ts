import type { Page } from '@playwright/test'
import type { SecretStore } from '#core/base/ports.ts'
import { readSecret } from '#core/accounts/account-secret.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { HostBridge } from '#shared/contract/host.ts'
import { askApp, type Ask } from '#test/support/test-ports.ts'
import { spawnBrowserHost, startTestHost } from '#test/support/browser-host.ts'
import { readServeFlags } from '../../../../src/cli/serve/serve-flags.ts'
import { setDialogs } from '../../pages/base/system-dialogs.ts'
import { answerDialogs } from './electron-dialogs.ts'
import { keepNotifications } from './electron-notifications.ts'
import { launchElectron } from './electron-launch.ts'
import { setSystem } from './system.ts'

declare global {
  // Only an interface can extend the DOM’s one.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    readonly mailroomHost?: HostBridge<File>
  }
}

/** Mailroom in one host, on a data folder that outlives it. */
export type OpenApp = {
  readonly page: Page
  /** Sends a command to it; null if only the page can. */
  readonly ask: Ask | null
  /** The host’s output on the terminal. */
  log(): string
  /** Returns the page of the window (in a browser, the tab) that a press opens. */
  openWindow(press: () => Promise<void>): Promise<Page>
  closeWindow(page: Page): Promise<void>
  /** Quits, and chooses Stay when asked. */
  quitAndStay?(): Promise<void>
  /** Rejects if the host does not end properly. */
  stop(): Promise<void>
}

export type HostStart = {
  readonly dataFolder: string
  readonly flags: readonly string[]
}

/**
 * Opens the page of a host in this process, which starts with these keys and handles its flags as `mailroom serve`
 * does.
 */
export async function openInBrowser(
  page: Page,
  { dataFolder, flags, secrets = createMemorySecretStore() }: HostStart & { readonly secrets?: SecretStore },
): Promise<OpenApp> {
  const host = await startTestHost({ dataFolder, secrets })
  const { scenario } = readServeFlags(flags)
  const ask = askApp(host.app)
  if (scenario !== null) await ask('sandbox.explore', { scenario })
  await page.goto(host.newLink())
  return {
    page,
    ask,
    ...tabs(page),
    // This host writes only to its log file.
    log: () => '',
    async stop() {
      // The page is closed first: a broken event stream would log an error to its console.
      await page.goto('about:blank')
      await host.close()
    },
  }
}

/** The same with a host in a separate process, as a user starts it. */
export async function openSpawned(page: Page, { dataFolder, flags }: HostStart): Promise<OpenApp> {
  const host = await spawnBrowserHost({ dataFolder, flags: ['--secrets', 'memory', ...flags] })
  await page.goto(host.link)
  return {
    page,
    ask: null,
    ...tabs(page),
    log: host.log,
    async stop() {
      await page.goto('about:blank')
      expectDone(await host.stop(), host.log())
    },
  }
}

export async function openInElectron({ dataFolder, flags }: HostStart): Promise<OpenApp> {
  const app = await launchElectron({ dataFolder, flags: ['--secrets', 'memory', ...flags] })
  let log = ''
  const child = app.process()
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const dialogs = await answerDialogs(app)
  const page = await app.firstWindow()
  setDialogs(page, dialogs)
  setSystem(page, { notifications: await keepNotifications(app) })
  return {
    page,
    ask: askBridge(page),
    log: () => log,
    async openWindow(press) {
      const [opened] = await Promise.all([app.waitForEvent('window'), press()])
      return opened
    },
    closeWindow: (other) => other.close(),
    async stop() {
      const killer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await app.close()
      clearTimeout(killer)
      await dialogs.remove()
      expectDone(child.exitCode, log)
    },
  }
}

function tabs(page: Page): Pick<OpenApp, 'openWindow' | 'closeWindow'> {
  return {
    async openWindow(press) {
      const [opened] = await Promise.all([page.context().waitForEvent('page'), press()])
      return opened
    },
    closeWindow: (other) => other.close(),
  }
}

/** Calls as the page does, through its bridge. */
function askBridge(page: Page): Ask {
  return (async (name: string, input: unknown) => {
    const reply = await page.evaluate(([command, given]) => window.mailroomHost!.invoke(command, given), [
      name,
      input,
    ] as const)
    if (reply.ok) return reply.output
    throw AppError.fromJSON(reply.error)
  }) as Ask
}

/** Gives the accounts of an earlier run their keys, if the test cannot access the host’s keychain. */
export async function giveKeys(ask: Ask, secrets: SecretStore): Promise<void> {
  const { accounts } = await ask('accounts.list')
  for (const { id } of accounts) {
    const secret = await secrets.get(id)
    if (secret === null) continue
    await ask('accounts.replaceKey', { id, key: readSecret(secret)?.key ?? secret, keep: 'keychain' })
  }
}

function expectDone(code: number | null, log: string): void {
  if (code !== 0) throw new Error(`The host ended with code ${code}:\n${log}`)
}
