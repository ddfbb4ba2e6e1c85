import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defaultDataFolder } from '#core/node/index.ts'
import { dispatch } from '#core/dispatch.ts'
import type { SecretStore } from '#core/ports.ts'
import { openPage } from '#server/launch.ts'
import { askForLink, focusOf } from '#server/running-instance.ts'
import { startBrowserHost, type BrowserHost } from '#server/start-browser-host.ts'
import { AppError } from '#shared/contract/error.ts'
import type { SandboxSeed } from '#shared/contract/sandbox.ts'
import { FlagError, readServeFlags, type ServeFlags } from './serve-flags.ts'

/** `mailroom serve`: the app for a browser on this computer. Resolves with the exit code once it has stopped. */
export async function serve(argumentList: readonly string[]): Promise<number> {
  let flags: ServeFlags
  try {
    flags = readServeFlags(argumentList)
  } catch (thrown) {
    if (!(thrown instanceof FlagError)) throw thrown
    say(thrown.message)
    return 2
  }
  try {
    return await run(flags)
  } catch (thrown) {
    const error = AppError.from(thrown)
    say(error.message)
    if (error.code === 'internal') say(String(thrown instanceof Error ? thrown.stack : thrown))
    return 1
  }
}

async function run(flags: ServeFlags): Promise<number> {
  const dataFolder = chooseFolder(flags.data)
  let host: BrowserHost
  try {
    host = await startBrowserHost({ dataFolder, secrets: await openSecrets(flags.secrets), port: flags.port })
  } catch (thrown) {
    const link = await linkOfRunning(thrown)
    if (!link) throw thrown
    say('Mailroom is already running: brought to front.')
    await show(link, dataFolder, flags)
    return 0
  }
  const stopped = untilStopped(host)
  if (flags.sandbox !== null) await startSandbox(host, flags.sandbox)
  await show(host.newLink(), dataFolder, flags)
  return stopped
}

/** A parent that does not exist is more likely a slip of the hand than a wish for a whole new path. */
function chooseFolder(given: string | null): string {
  if (given === null) return defaultDataFolder()
  const folder = resolve(given)
  const parent = statSync(dirname(folder), { throwIfNoEntry: false })
  if (!parent)
    throw new AppError('no-parent', `The folder ${dirname(folder)} does not exist. Make it first, or check --data.`)
  return folder
}

async function openSecrets(kind: ServeFlags['secrets']): Promise<SecretStore> {
  if (kind === 'memory') return (await import('#core/accounts/memory-secret-store.ts')).createMemorySecretStore()
  return (await import('#core/accounts/keytar-secret-store.ts')).openKeytarSecretStore()
}

async function linkOfRunning(thrown: unknown): Promise<string | null> {
  const focus = thrown instanceof AppError ? focusOf(thrown) : null
  return focus ? askForLink(focus) : null
}

async function startSandbox(host: BrowserHost, seed: SandboxSeed): Promise<void> {
  say(`Starting the sandbox (${seed}) …`)
  try {
    await dispatch(host.app, 'sandbox.explore', { seed }, { signal: new AbortController().signal })
  } catch (thrown) {
    say(`The sandbox did not start: ${AppError.from(thrown).message}`)
  }
}

async function show(link: string, dataFolder: string, flags: ServeFlags): Promise<void> {
  if (flags.json) process.stdout.write(`${JSON.stringify({ ready: 'mailroom', url: link, data: dataFolder })}\n`)
  const opened = flags.noOpen ? 'nowhere' : await openPage(link, dataFolder)
  if (opened === 'app-window') say('Mailroom is open in a window of its own. Ctrl+C here stops it.')
  else if (opened === 'browser') say('Mailroom is open in your browser. Ctrl+C here stops it.')
  else if (!flags.json) say(`Mailroom is ready. Open this link, it works once: ${link}\nCtrl+C here stops it.`)
}

/** npm passes on a Ctrl+C that the terminal has sent already: a second one this soon is still the first. */
const sameSignalMilliseconds = 1000

/** The first signal closes in good order; a later one does not wait. */
function untilStopped(host: BrowserHost): Promise<number> {
  return new Promise((done, fail) => {
    let stoppingSince: number | null = null
    const stop = (): void => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > sameSignalMilliseconds) process.exit(130)
        return
      }
      stoppingSince = performance.now()
      const running = host.app.runningJobs()
      if (running.length > 0) say(`Waiting for: ${running.join(', ')}. Ctrl+C once more does not wait.`)
      host.close().then(() => done(0), fail)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
