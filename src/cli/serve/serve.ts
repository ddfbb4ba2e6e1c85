import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { takeFolder, type Shown, type Visit } from '#core/guests/index.ts'
import { defaultDataFolder, forkKeychain } from '#core/node/index.ts'
import { dispatch } from '#core/dispatch.ts'
import type { SecretStore } from '#core/base/ports.ts'
import { workerCode } from '#server/browser-ports.ts'
import { openPage, type Opened } from '#server/launch/launch.ts'
import { hostName, startBrowserHost, type BrowserHost } from '#server/start-browser-host.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ScenarioName } from '#shared/contract/base/scenario.ts'
import { leave } from '../framework/leave.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { writeReady } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import type { ServeFlags } from './serve-flags.ts'

/** Runs `mailroom serve`: the app for a browser on this computer. Resolves to the exit code when it has stopped. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<ExitCode> {
  const dataFolder = chooseFolder(flags.data)
  const host = await startOrShow(dataFolder, flags, terminal)
  if (host === null) return exitCodes.done
  const stop = stopBySignal(host)
  if (flags.scenario !== null) await startSandbox(host, flags.scenario)
  try {
    if (!stop.isAsked()) await show(host, dataFolder, flags)
    await host.app.handlers
  } catch (thrown) {
    await host.close()
    throw thrown
  }
  return stop.done
}

/** Starts the app, or shows the running app and returns null. */
async function startOrShow(dataFolder: string, flags: ServeFlags, terminal: Terminal): Promise<BrowserHost | null> {
  const taken = await takeFolder(dataFolder, { host: hostName, onWait: say })
  if ('lock' in taken) {
    const secrets = await openSecrets(flags.secrets, terminal)
    return startBrowserHost({ dataFolder, lock: taken.lock, secrets, port: flags.port })
  }
  const { visit, shown } = taken
  try {
    await showRunning(shown, visit, { dataFolder, flags })
    return null
  } finally {
    visit.end()
  }
}

/** If the parent folder is missing as well, the path is probably mistyped. */
function chooseFolder(given: string | null): string {
  if (given === null) return defaultDataFolder()
  const folder = resolve(given)
  const parent = dirname(folder)
  if (!kindOf(parent))
    throw new AppError('no-parent', `The folder ${parent} does not exist. Create it first, or check --data.`)
  const file = [parent, folder].find((path) => kindOf(path) === 'file')
  if (file) throw new AppError('not-a-folder', `The path ${file} is a file. Choose a folder with --data.`)
  return folder
}

function kindOf(path: string): 'folder' | 'file' | null {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch (thrown) {
    // Other failures, such as a parent folder without permission, are reported when the data folder is opened.
    const { code } = thrown as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : 'folder'
  }
}

async function openSecrets(kind: ServeFlags['secrets'], terminal: Terminal): Promise<SecretStore> {
  const { createMemorySecretStore, KeychainProcess } = await import('#core/keychain/index.ts')
  if (kind === 'memory') return createMemorySecretStore()
  const fork = terminal.forkKeychain ?? forkKeychain
  return new KeychainProcess({ start: fork(workerCode('keychain')) })
}

async function startSandbox(host: BrowserHost, scenario: ScenarioName): Promise<void> {
  say(`Starting the sandbox (${scenario}) …`)
  try {
    await dispatch(host.app, 'sandbox.explore', { scenario }, { signal: new AbortController().signal })
  } catch (thrown) {
    say(`The sandbox did not start: ${AppError.from(thrown).message}`)
  }
}

type Ways = {
  /** The link that is printed for the user. */
  link: string
  /**
   * Creates a file that redirects the browser to a link, and returns the file’s address. Null if the file can’t be
   * written.
   */
  newFile: () => Promise<string | null>
}

type Second = { readonly dataFolder: string; readonly flags: ServeFlags }

/** If the app is already running, only shows its window or prints its address. */
async function showRunning(first: Shown, visit: Visit, { dataFolder, flags }: Second): Promise<void> {
  const newFile = async () => {
    const file = await visit.show('file')
    return file.how === 'link' ? file.url : null
  }
  const opened = first.how === 'link' ? await open({ link: first.url, newFile }, dataFolder, flags) : 'app-window'
  const ignored = [...(flags.scenario === null ? [] : ['--scenario']), ...(flags.port === 0 ? [] : ['--port'])]
  const flagNames = ignored.join(' and ')
  const sentences = [
    opened === 'nowhere' ? 'Mailroom is already running.' : 'Mailroom is already running and was brought to the front.',
    ...(ignored.length === 1 ? [`${flagNames} is ignored: it applies only when Mailroom starts.`] : []),
    ...(ignored.length > 1 ? [`${flagNames} are ignored: they apply only when Mailroom starts.`] : []),
    ...(opened === 'nowhere' && first.how === 'link' && !flags.json
      ? [`Open this link within ten minutes (it works only once): ${first.url}`]
      : []),
  ]
  say(sentences.join(' '))
}

async function show(host: BrowserHost, dataFolder: string, flags: ServeFlags): Promise<void> {
  const link = host.newLink()
  let isOpened: Promise<boolean> | null = null
  const newFile = async () => {
    try {
      const file = host.newLinkFile()
      isOpened = file.isOpened
      return file.url
    } catch (thrown) {
      host.app.logger.log('warn', 'no file for a link', { reason: String(thrown) })
      return null
    }
  }
  const opened = await open({ link, newFile }, dataFolder, flags)
  if (opened !== 'nowhere') sayIfNotOpened(isOpened, host)
  if (opened === 'app-window') say('Mailroom is open in its own window. Press Ctrl+C here to stop it.')
  else if (opened === 'browser') say('Mailroom is open in your browser. Press Ctrl+C here to stop it.')
  else if (!flags.json)
    say(
      `Mailroom is ready. Open this link within ten minutes (it works only once): ${link}\nPress Ctrl+C here to stop it.`,
    )
}

/**
 * A browser may fail to open the file without reporting an error: one from Snap or Flatpak cannot read every folder,
 * and another program may be set to open HTML files.
 */
function sayIfNotOpened(isOpened: Promise<boolean> | null, host: BrowserHost): void {
  void isOpened?.then((isOpened) => {
    if (isOpened) return
    say(
      `The browser has not opened Mailroom. Open this link yourself within ten minutes (it works only once): ${host.newLink()}`,
    )
  })
}

async function open({ link, newFile }: Ways, dataFolder: string, { json, noOpen }: ServeFlags): Promise<Opened> {
  if (json) await writeReady(process.stdout, { ready: 'mailroom', url: link, data: dataFolder })
  return noOpen ? 'nowhere' : openPage(newFile, dataFolder)
}

/** npm passes on the Ctrl+C that the terminal has already sent, so a second one this soon is a duplicate. */
const sameSignalMilliseconds = 1000

/** The first signal closes the app properly; a later signal does not wait. */
function stopBySignal(host: BrowserHost): { isAsked(): boolean; done: Promise<ExitCode> } {
  let stoppingSince: number | null = null
  const done = new Promise<ExitCode>((resolve, fail) => {
    const stop = (): void => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > sameSignalMilliseconds) leave(130)
        return
      }
      stoppingSince = performance.now()
      const running = host.app.runningJobs()
      if (running.length > 0) say(`Waiting for: ${running.join(', ')}. Press Ctrl+C again to stop without waiting.`)
      host.close().then(() => resolve(exitCodes.done), fail)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
  return { isAsked: () => stoppingSince !== null, done }
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
