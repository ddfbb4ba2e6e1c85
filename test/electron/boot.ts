import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rectangle } from 'electron'
import type { Invoke } from '#core/base/handlers.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { Reply } from '#shared/contract/host.ts'
import { cleanEnvironment } from '#test/support/environment/clean-environment.ts'
import type { EndOfApp, FromChild, ToChild } from './stand-in/child.ts'
import type { Sent } from './stand-in/page.ts'
import type { Driver } from './stand-in/driver.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/**
 * `npm test -- deep` also runs these tests from an extracted archive, and on the version of Node that Electron
 * contains.
 */
const { APP_ROOT: everyRoot = root, APP_NODE: node = process.execPath } = process.env

export type BootOptions = {
  readonly dataFolder: string
  /** The folder of package.json, out/ and resources/: an extracted archive instead of this repository. */
  readonly appRoot?: string
  readonly platform?: NodeJS.Platform
  readonly displays?: readonly Rectangle[]
  readonly holdsLock?: boolean
  readonly systemIsDark?: boolean
  /** The user closes every dialog at once; otherwise a dialog stays open until the test responds to it. */
  readonly dismissesDialogs?: boolean
  /** A link that macOS passes to the app before it is ready. */
  readonly earlyLink?: string
  /** The button that the user presses at once in every question. */
  readonly messageAnswer?: number
  readonly packaged?: boolean
  readonly wayland?: boolean
  readonly failingLoads?: number
  readonly notificationProblem?: string
  readonly env?: NodeJS.ProcessEnv
  /** Additional command-line flags: `--sandbox`, `--secrets`. */
  readonly flags?: readonly string[]
  /** The whole command line, instead of `--data` and the flags. */
  readonly typed?: readonly string[]
}

/** The driver of the stand-in in the child process: the same methods, called across the process boundary. */
export type StandIn = {
  readonly [Name in keyof Driver]: (...args: Parameters<Driver[Name]>) => Promise<Awaited<ReturnType<Driver[Name]>>>
}

export type BootedMain = {
  /** Calls as the page does, through preload, bridge and sender check. Rejects with the AppError that was received. */
  readonly invoke: Invoke
  /** Calls as another frame would, and returns the reply as it was received. */
  invokeFrom(frame: { url: string; isMainFrame: boolean } | null, name: string, input: unknown): Promise<Reply>
  /** Subscribes as the page does. Returns a function that unsubscribes. */
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Listens to everything that the app sends to its page from now on. */
  onSent(listener: (sent: Sent) => void): void
  readonly electron: StandIn
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>
  /** The error boxes that were shown. */
  readonly errorBoxes: readonly { title: string; content: string }[]
  /** The terminal output so far. */
  said(): string
  /** The output on stdout, complete once the process has ended. */
  printed(): string
  /** The report that the app sends as it ends. */
  end(): EndOfApp | null
  signal(signal: NodeJS.Signals): void
  /** Quits as a user would, waits for the end, and fails if the stand-in refused a call or an error was unhandled. */
  close(): Promise<void>
}

/** Starts the built main bundle in a child process. With `window: false` it does not wait for the page. */
export async function bootMain(options: BootOptions & { readonly window?: boolean }): Promise<BootedMain> {
  const appPath = options.appRoot ?? everyRoot
  const main = join(appPath, 'out', 'main', 'main.js')
  if (!existsSync(main)) throw new Error(`${main} is missing: run npm run build first.`)
  const {
    dataFolder: _folder,
    appRoot: _root,
    env: _env,
    flags = [],
    typed,
    window = typed === undefined,
    ...world
  } = options
  const child = fork(
    fileURLToPath(new URL('./stand-in/child.ts', import.meta.url)),
    typed ?? ['--data', options.dataFolder, ...flags],
    {
      execPath: node,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // The keychain of the machine is never touched, unless a test provides one.
      env: { ...cleanEnvironment(), DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...options.env },
    },
  )
  let said = ''
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    process.stderr.write(chunk)
  })
  const link = new Link(child)
  const defaults = {
    platform: process.platform,
    packaged: true,
    holdsLock: true,
    systemIsDark: false,
    dismissesDialogs: false,
    wayland: false,
    failingLoads: 0,
    notificationProblem: '',
  }
  const displays = [{ x: 0, y: 0, width: 1920, height: 1040 }]
  const started = link.start({ ...defaults, displays, ...world, main, appPath })
  // A command of the command line runs before Electron is ready.
  if (typed === undefined) await started
  const electron = new Proxy({} as StandIn, {
    get: (_target, name) => (name === 'then' ? undefined : (...args: unknown[]) => link.call(String(name), args)),
  })
  if (window) await pageLoaded(electron, link)
  return {
    invoke: (async (name: string, input: unknown) => {
      const reply = await electron.invoke(name, input)
      if (reply.ok) return reply.output
      throw AppError.fromJSON(reply.error)
    }) as Invoke,
    invokeFrom: (frame, name, input) => electron.invokeFrom(frame, name, input),
    subscribe(listener) {
      link.listeners.add(listener)
      return () => link.listeners.delete(listener)
    },
    onSent: (listener) => void link.sentTo.add(listener),
    electron,
    exited: link.exited,
    errorBoxes: link.errorBoxes,
    said: () => said,
    printed: () => printed,
    end: () => link.end,
    signal: (signal) => void child.kill(signal),
    async close() {
      if (child.connected) await electron.quit().catch(() => undefined)
      const killer = setTimeout(() => child.kill('SIGKILL'), 30_000)
      const code = await link.exited
      clearTimeout(killer)
      if (code === null) link.failures.push('the app did not end when asked to quit')
      if (link.failures.length > 0) throw new Error(link.failures.join('\n'))
    },
  }
}

/** Polled, because the page may have loaded before the test can listen for it. */
async function pageLoaded(electron: StandIn, link: Link): Promise<void> {
  for (;;) {
    if (link.failures.length > 0 || link.errorBoxes.length > 0) {
      throw new Error([...link.failures, ...link.errorBoxes.map(({ content }) => content)].join('\n'))
    }
    const [window] = await electron.windows()
    if (window?.visible && window.url) return
  }
}

/** The connection to the child process: numbered calls, and the child’s messages about itself. */
class Link {
  readonly failures: string[] = []
  readonly listeners = new Set<(event: AppEvent) => void>()
  readonly sentTo = new Set<(sent: Sent) => void>()
  readonly errorBoxes: { title: string; content: string }[] = []
  end: EndOfApp | null = null
  readonly exited: Promise<number | null>
  readonly #child: ChildProcess
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #started = Promise.withResolvers<void>()
  #count = 0

  constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message: FromChild) => this.#receive(message))
    this.exited = once(child, 'close').then(([code]) => {
      const gone = new Error(`The app has ended. ${this.failures.join('\n')}`)
      for (const call of this.#calls.values()) call.reject(gone)
      this.#started.resolve()
      return code as number | null
    })
  }

  async start(start: Extract<ToChild, { start: unknown }>['start']): Promise<void> {
    this.#child.send({ start } satisfies ToChild)
    await this.#started.promise
  }

  call(call: string, args: unknown[]): Promise<never> {
    const id = this.#count++
    const answer = Promise.withResolvers<unknown>()
    this.#calls.set(id, answer)
    if (!this.#child.connected) answer.reject(new Error('The app has ended.'))
    // The child may be ending, and then nothing waits for the call.
    else this.#child.send({ call, args, id } satisfies ToChild, (error) => error && answer.reject(error))
    return answer.promise as Promise<never>
  }

  #receive(message: FromChild): void {
    if ('started' in message) this.#started.resolve()
    else if ('event' in message) for (const listener of this.listeners) listener(message.event)
    else if ('sent' in message) for (const listener of this.sentTo) listener(message.sent)
    else if ('refusals' in message) {
      this.end = message
      this.failures.push(...message.refusals)
    } else if ('errorBox' in message) this.errorBoxes.push(message.errorBox)
    else if (!('id' in message)) this.failures.push(message.failure)
    else {
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if ('value' in message) call?.resolve(message.value)
      else call?.reject(new Error(message.failure))
    }
  }
}
