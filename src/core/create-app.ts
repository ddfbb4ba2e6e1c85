import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { accountsRoom } from './accounts/index.ts'
import { appRoom } from './app/index.ts'
import { EventBus } from './base/event-bus.ts'
import type { Handlers } from './base/handlers.ts'
import { makePrivateFolder } from './base/folders.ts'
import type { Logger, Ports } from './base/ports.ts'
import { closeRooms, handlersOf } from './base/room.ts'
import { filesRoom, type FileTokens } from './files/index.ts'
import { jobsRoom } from './jobs/index.ts'
import { keychainRoom } from './keychain/index.ts'
import { logsRoom } from './logs/index.ts'
import type { FirstRooms } from './open-rooms.ts'
import { settingsRoom } from './settings/index.ts'
import type { UpdateSource } from './updates/index.ts'

export type App = {
  /** Resolves once every room is open, because a call may concern all of them. Rejects if a room could not be opened. */
  readonly handlers: Promise<Handlers>
  readonly files: FileTokens
  readonly logger: Logger
  /** Passes all events from now on to the listener. Returns a function to unsubscribe. */
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Lends a key for as long as a user’s program is connected. Returns a function that withdraws the key. */
  lendKey(accountId: string, key: string): Promise<() => void>
  isBusy(): boolean
  /** Titles of jobs that quitting would interrupt. */
  runningJobs(): string[]
  /** Lets running work finish or stop at a safe point, and writes everything not yet written. */
  close(): Promise<void>
}

export type AppOptions = {
  /**
   * Whether syncs, alerts, schedules and the sandbox resume where they left off. A host that only performs its task and
   * then ends leaves them to the next host.
   */
  readonly goesOn?: boolean
  /** Replaces the built-in update source in tests. No host sets it. */
  readonly updateSource?: UpdateSource
}

/**
 * The entire app without a window, as started by every host and driven by the tests. It resolves once the first rooms are
 * open, so that a host can show its window. The other rooms load in the background, and calls wait for them.
 */
export async function createApp(ports: Ports, { goesOn = true, updateSource }: AppOptions = {}): Promise<App> {
  const { logger, paths } = ports
  await makePrivateFolder(paths.data)
  const events = new EventBus()
  const app = appRoom({ ports, events })
  const onBroken = (keptAs: string, reason: string): void => {
    app.service.brokenFile(keptAs)
    logger.log('error', 'A file in the data folder could not be read and was set aside.', { keptAs, reason })
  }
  const ground = { ports, events, onBroken, notices: app.service }
  const [settings, files, accounts, jobs] = await Promise.all([
    settingsRoom(ground),
    filesRoom(ground),
    accountsRoom(ground),
    jobsRoom(ground),
  ])
  const low = { ...ground, files: files.service, accounts: accounts.service, jobs: jobs.service }
  const first: FirstRooms = {
    app,
    settings,
    files,
    logs: logsRoom(low),
    accounts,
    keychain: keychainRoom({ ports, accounts: accounts.service }),
    jobs,
  }
  const opening = nextTurn().then(async () => {
    const { openRooms } = await import('./open-rooms.ts')
    return openRooms(first, { ...low, settings: settings.service, goesOn, updateSource })
  })
  const handlers = opening.then(handlersOf)
  // The promise may reject before it is awaited, and Node ends a program that leaves a rejection unhandled.
  handlers.catch((thrown: unknown) => {
    logger.log('error', 'Mailroom could not be opened.', { reason: AppError.from(thrown).message })
  })
  return {
    handlers,
    files: files.service,
    logger,
    subscribe: (listener) => events.subscribe(listener),
    lendKey: accounts.service.lendKey,
    isBusy: () => jobs.service.isBusy,
    runningJobs: () => jobs.service.interruptible(),
    close: async () => closeRooms(await opening.catch(() => first)),
  }
}
