import type { AppEvent } from '#shared/contract/events.ts'
import { accountsRoom } from './accounts/index.ts'
import { alertsRoom } from './alerts/index.ts'
import { appRoom } from './app/index.ts'
import { archiveRoom } from './archive/index.ts'
import { blacklistsRoom } from './blacklists/index.ts'
import { EventBus } from './base/event-bus.ts'
import type { Handlers } from './base/handlers.ts'
import { makePrivateFolder } from './base/folders.ts'
import type { Logger, Ports } from './base/ports.ts'
import { closeRooms, handlersOf, startRooms, type Rooms } from './base/room.ts'
import { composeRoom } from './compose/index.ts'
import { domainsRoom } from './domains/index.ts'
import { exportsRoom } from './exports/index.ts'
import { filesRoom, type FileTokens } from './files/index.ts'
import { importsRoom } from './imports/index.ts'
import { jobsRoom } from './jobs/index.ts'
import { keysRoom } from './keys/index.ts'
import { keychainRoom } from './keychain/index.ts'
import { liveRoom } from './live/index.ts'
import { logsRoom } from './logs/index.ts'
import { messagesRoom } from './messages/index.ts'
import { notesRoom } from './notes/index.ts'
import { outcomesRoom } from './outcomes/index.ts'
import { recipientsRoom } from './recipients/index.ts'
import { reportsRoom } from './reports/index.ts'
import { sandboxRoom } from './sandbox/index.ts'
import { settingsRoom } from './settings/index.ts'
import { statisticsRoom } from './statistics/index.ts'
import { syncRoom } from './sync/index.ts'
import { templatesRoom } from './templates/index.ts'
import { usersRoom } from './users/index.ts'
import { webhooksRoom } from './webhooks/index.ts'

export type App = {
  readonly handlers: Handlers
  readonly files: FileTokens
  readonly logger: Logger
  /** Emits every event from now on; returns how to stop listening. */
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Titles of the jobs that a quit would interrupt. */
  runningJobs(): string[]
  /** Lets running work finish or stop at a safe place, and writes what is not yet written. */
  close(): Promise<void>
}

type AppOptions = {
  /**
   * Syncs, alerts, schedules and the sandbox go on as they were left. A host that only does what it was asked for, and ends,
   * leaves them to the next one.
   */
  readonly goesOn?: boolean
}

/** The whole app without a window: what every host starts, and what the tests drive. */
export async function createApp(ports: Ports, { goesOn = true }: AppOptions = {}): Promise<App> {
  const { logger, paths } = ports
  await makePrivateFolder(paths.data)
  const events = new EventBus()
  const app = appRoom({ ports, events })
  const onBroken = (keptAs: string, reason: string): void => {
    app.service.brokenFile(keptAs)
    logger.log('error', 'A file in the data folder could not be read and was kept aside.', { keptAs, reason })
  }
  const ground = { ports, events, onBroken, notices: app.service }
  const [settings, files, accounts, jobs] = await Promise.all([
    settingsRoom(ground),
    filesRoom(ground),
    accountsRoom(ground),
    jobsRoom(ground),
  ])
  const low = { ...ground, files: files.service, accounts: accounts.service, jobs: jobs.service }
  const outcomes = await outcomesRoom(low)
  const archive = archiveRoom(low)
  const sync = syncRoom({ ...low, archives: archive.service })
  const notes = notesRoom({ ...low, archives: archive.service })
  const needs = { ...low, outcomes: outcomes.service, archives: archive.service, syncs: sync.service }

  const templates = templatesRoom({ ...needs, notes: notes.service })
  const sandbox = sandboxRoom({ ...needs, templates: templates.service })
  const blacklists = blacklistsRoom(needs)
  const exports = await exportsRoom({ ...needs, settings: settings.service })

  // A new feature is one line here. A room starts after those above it, and is closed before them.
  const rooms: Rooms = {
    app,
    settings,
    files,
    logs: logsRoom(needs),
    accounts,
    keychain: keychainRoom(needs),
    jobs,
    outcomes,
    archive,
    sync,
    notes,
    alerts: alertsRoom({ ...needs, notes: notes.service }),
    domains: domainsRoom({ ...needs, notes: notes.service, settings: settings.service }),
    sandbox,
    imports: await importsRoom(needs),
    messages: messagesRoom(needs),
    blacklists,
    recipients: recipientsRoom({ ...needs, blacklists: blacklists.service }),
    statistics: statisticsRoom(needs),
    reports: await reportsRoom({ ...needs, settings: settings.service }),
    exports,
    live: liveRoom(needs),
    templates,
    compose: await composeRoom({
      ...needs,
      blacklists: blacklists.service,
      templates: templates.service,
      sandbox: sandbox.service,
    }),
    keys: await keysRoom(needs),
    users: usersRoom(needs),
    webhooks: webhooksRoom(needs),
  }
  if (goesOn) startRooms(rooms)
  // What a killed export has left is put in order by every host: a server may never have another one.
  else exports.service.recover()
  return {
    handlers: handlersOf(rooms),
    files: files.service,
    logger,
    subscribe: (listener) => events.subscribe(listener),
    runningJobs: () => jobs.service.runningTitles(),
    close: () => closeRooms(rooms),
  }
}
