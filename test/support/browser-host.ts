import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { startBrowserHost, type BrowserHost, type BrowserHostOptions } from '#server/start-browser-host.ts'
import { cleanEnvironment } from './environment/clean-environment.ts'
import { builtCli } from './worker-code.ts'
import { HttpClient } from './http-client.ts'

/** The links that the host was asked to open. A test never opens a browser. */
export type TestHost = BrowserHost & { readonly client: HttpClient; readonly opened: string[] }

/** The browser host in the test’s process, signed in, with keys in memory. */
export async function startTestHost(options: Partial<BrowserHostOptions> & { dataFolder: string }): Promise<TestHost> {
  const opened: string[] = []
  const open = (url: string) => Promise.resolve(opened.push(url) > 0)
  const host = await startBrowserHost({ secrets: createMemorySecretStore(), open, ...options })
  await host.app.handlers
  return { ...host, client: await HttpClient.signIn(host.newLink()), opened }
}

export type SpawnedHost = {
  readonly process: ChildProcess
  /** The one-time link from the line that says the host is ready. */
  readonly link: string
  /** The host’s output on stderr so far. */
  log(): string
  /** Sends the host a signal and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export type SpawnOptions = { dataFolder: string; flags?: readonly string[]; env?: NodeJS.ProcessEnv }

const running = new Set<ChildProcess>()
// A failed test may leave its host running, so all hosts are ended with the test run.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** The browser host as a user starts it, in a child process. Keys are in memory unless the flags say otherwise. */
export async function spawnBrowserHost({ dataFolder, flags, env }: SpawnOptions): Promise<SpawnedHost> {
  const run = runServe(['--data', dataFolder, ...(flags ?? ['--secrets', 'memory'])], env)
  const link = await Promise.race([run.ready, run.ended])
  if (typeof link !== 'string') throw new Error(`The host ended with ${link} before it was ready:\n${run.log()}`)
  return {
    process: run.process,
    link,
    log: run.log,
    async stop(signal = 'SIGTERM') {
      run.process.kill(signal)
      return run.ended
    },
  }
}

/** One run of `mailroom serve --json --no-open`, which may end by itself. */
export function runServe(flags: readonly string[], env = cleanEnvironment()) {
  const child = spawn(process.execPath, [builtCli, 'serve', '--json', '--no-open', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let log = ''
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const ready = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const end = output.indexOf('\n')
      if (end >= 0) resolve((JSON.parse(output.slice(0, end)) as { url: string }).url)
    })
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { process: child, ready, ended, log: () => log, output: () => output }
}
