import { mkdir } from 'node:fs/promises'
import type { AppEvent } from '#shared/contract/events.ts'
import type { Settings as SettingValues } from '#shared/contract/settings.ts'
import { aboutHandlers } from './app/app-handlers.ts'
import { logHandlers } from './logs/logs-handlers.ts'
import { Notices } from './app/notices.ts'
import { accountHandlers, keychainHandlers } from './accounts/accounts-handlers.ts'
import { Accounts } from './accounts/accounts.ts'
import { testMessageHandlers } from './compose/compose-handlers.ts'
import { EventBus } from './base/event-bus.ts'
import { clearExports } from './files/exports-folder.ts'
import { fileHandlers } from './files/files-handlers.ts'
import { FileTokens } from './files/file-tokens.ts'
import type { Handlers } from './base/handlers.ts'
import { FileImports } from './imports/file-imports.ts'
import { clearReading } from './imports/reading-thread.ts'
import { Jobs } from './jobs/jobs.ts'
import { archiveHandlers } from './archive/archive-handlers.ts'
import { Archives } from './archive/archives.ts'
import { liveHandlers } from './live/live-handlers.ts'
import { messageHandlers } from './messages/messages-handlers.ts'
import { recipientHandlers } from './recipients/recipients-handlers.ts'
import { Syncs } from './sync/syncs.ts'
import { outcomeHandlers } from './outcomes/outcomes-handlers.ts'
import { Outcomes } from './outcomes/outcomes.ts'
import type { Logger, Ports } from './base/ports.ts'
import { LocalSandbox } from './sandbox/local-sandbox.ts'
import { sandboxHandlers } from './sandbox/sandbox-handlers.ts'
import { Settings } from './settings/settings.ts'
import { fileError } from './base/json-file.ts'

export type App = {
  readonly handlers: Handlers
  readonly files: FileTokens
  readonly logger: Logger
  /** Tells every event from now on; answers how to stop listening. */
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Titles of the jobs that a quit would interrupt. */
  runningJobs(): string[]
  /** Lets running work finish or stop at a safe place, and writes what is not yet written. */
  close(): Promise<void>
}

/** The whole app without a window: what every host starts, and what the tests drive. */
export async function createApp(ports: Ports): Promise<App> {
  const { clock, logger, paths } = ports
  await mkdir(paths.data, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw fileError(paths.data, error)
  })
  await clearLeftOvers(ports)
  const events = new EventBus()
  const notices = new Notices(events)
  const onBroken = (keptAs: string, reason: string) => {
    notices.brokenFile(keptAs)
    logger.log('error', 'A file in the data folder could not be read and was kept aside.', { keptAs, reason })
  }
  const files = new FileTokens()
  const shared = { folder: paths.data, events, onBroken }
  const outcomes = await Outcomes.open({ ...shared, clock, logger })
  const [settings, accounts, jobs] = await Promise.all([
    Settings.open({ ...shared, now: clock.now, apply: (values) => applySettings(ports, values) }),
    Accounts.open({ ports, events, outcomes, onBroken }),
    Jobs.open({ ...shared, clock, logger }),
  ])

  // In the background: a keychain may ask the user something, and the window should not wait for that.
  void accounts.readKeyStates()
  const sandbox = new LocalSandbox({ ports, accounts, events, files, jobs })
  const archives = new Archives({ ports, accounts, notices, sandbox })
  const syncs = new Syncs({ ports, accounts, archives, jobs, events })
  sandbox.onReset(async () => {
    const account = accounts.sandboxAccount()
    if (!account) return
    // What was unknown of the old data cannot be looked for in the new.
    outcomes.forget(account.id)
    await syncs.startOver(account.id)
  })
  // The sandbox first: its account is synced from where it runs now.
  void sandbox.resume().then(() => syncs.resume())
  const rooms = { ports, accounts, archives, jobs, files }
  const imports = new FileImports({ ...rooms, events })

  return {
    handlers: {
      ...aboutHandlers(ports, notices),
      ...logHandlers(ports, files),
      ...accountHandlers(accounts, { sandbox, archives, syncs, outcomes }),
      ...keychainHandlers(accounts),
      ...settings.handlers(),
      ...jobs.handlers(),
      ...fileHandlers(ports, files),
      ...sandboxHandlers(sandbox, syncs),
      ...messageHandlers(rooms),
      ...recipientHandlers({ ...rooms, outcomes }),
      ...archiveHandlers(rooms),
      ...liveHandlers(rooms),
      ...syncs.handlers(),
      ...outcomeHandlers(outcomes, accounts),
      ...testMessageHandlers(rooms),
      ...imports.handlers(),
    },
    files,
    logger,
    subscribe: (listener) => events.subscribe(listener),
    runningJobs: () => jobs.runningTitles(),
    async close() {
      // First: a job that waits for the sandbox ends with it.
      await sandbox.close()
      await imports.close()
      await syncs.close()
      await jobs.close()
      await archives.close()
      await accounts.close()
      ports.secrets.close()
      await outcomes.settled()
      await settings.settled()
    },
  }
}

/** What a run before this one kept for its page or on the way through; a copy of a person must not stay for good. */
async function clearLeftOvers({ paths, logger }: Ports): Promise<void> {
  const cleared = await Promise.allSettled([clearExports(paths.data), clearReading(paths.data)])
  for (const clearing of cleared) {
    if (clearing.status === 'fulfilled') continue
    logger.log('warn', 'Files of an earlier run could not be removed.', { reason: String(clearing.reason) })
  }
}

function applySettings({ window, logger }: Ports, { theme, logLevel }: SettingValues): void {
  window.setTheme(theme)
  logger.setLevel(logLevel)
}
