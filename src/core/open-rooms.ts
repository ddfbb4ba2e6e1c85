import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Accounts } from './accounts/index.ts'
import type { Notices } from './app/index.ts'
import type { BadgeSources } from './badge/index.ts'
import { keptBy, startRooms, type Ground, type Rooms } from './base/room.ts'
import type { FileTokens } from './files/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { Settings } from './settings/index.ts'
import type { UpdateSource } from './updates/index.ts'

export type FirstRooms = Pick<Rooms, 'app' | 'settings' | 'files' | 'logs' | 'accounts' | 'keychain' | 'jobs'>

type Needs = Ground & {
  readonly notices: Notices
  readonly settings: Settings
  readonly files: FileTokens
  readonly accounts: Accounts
  readonly jobs: Jobs
  readonly goesOn: boolean
  readonly updateSource: UpdateSource | undefined
}

/** Loads a room in a separate turn, so that the host can respond to requests in between. */
async function apart<Module>(load: () => Promise<Module>): Promise<Module> {
  await nextTurn()
  return load()
}

/** Opens the rooms for the service’s data and for the data that only Mailroom has about the same messages. */
async function openArchives(ground: Omit<Needs, 'settings' | 'goesOn' | 'updateSource'>) {
  const { archiveRoom } = await apart(() => import('./archive/index.ts'))
  const archive = archiveRoom(ground)
  const { bodiesRoom } = await apart(() => import('./bodies/index.ts'))
  const bodies = bodiesRoom({ ...ground, archives: archive.service })
  return { archive, bodies, services: { archives: archive.service, bodies: bodies.service } }
}

type SyncNeeds = Parameters<typeof import('./sync/index.ts').syncRoom>[0] & Pick<Needs, 'files'>

async function openSyncs(needs: SyncNeeds) {
  const { syncRoom } = await apart(() => import('./sync/index.ts'))
  const sync = syncRoom(needs)
  const { teamRoom } = await apart(() => import('./team/index.ts'))
  return { sync, team: teamRoom({ ...needs, syncs: sync.service }) }
}

async function openUpdates(needs: Ground & Pick<Needs, 'settings' | 'updateSource'>) {
  const { updatesRoom } = await apart(() => import('./updates/index.ts'))
  return updatesRoom(needs)
}

/** Does nothing in a host that ends when its work is done, because such a host has no icon. */
async function countOnBadge({ ports, events, settings, goesOn }: Needs, counted: BadgeSources): Promise<void> {
  if (!goesOn || !ports.capabilities.badge) return
  const { Badge } = await apart(() => import('./badge/index.ts'))
  new Badge({ window: ports.window, events, settings, ...counted })
}

/** Every host cleans up after a killed export or erasure, because a server may never run any other host. */
function putInOrder(exports: { recover(): void }, recipients: { resume(): void }): void {
  exports.recover()
  recipients.resume()
}

/**
 * Opens all other rooms, each after the rooms that it uses, and starts them if the app resumes its background work. A
 * new feature needs two lines here. The rooms are loaded one after another, because loading all of them together would
 * block the host for too long.
 */
export async function openRooms(first: FirstRooms, low: Needs): Promise<Rooms> {
  const { settings, goesOn, updateSource, ...ground } = low
  const { outcomesRoom } = await apart(() => import('./outcomes/index.ts'))
  const outcomes = await outcomesRoom(ground)
  const { archive, bodies, services } = await openArchives(ground)
  const { sync, team } = await openSyncs({ ...ground, ...services })
  const { notesRoom } = await apart(() => import('./notes/index.ts'))
  const notes = notesRoom({ ...ground, archives: archive.service })
  const needs = { ...ground, ...services, outcomes: outcomes.service, syncs: sync.service }

  const { alertsRoom } = await apart(() => import('./alerts/index.ts'))
  const alerts = alertsRoom({ ...needs, settings, notes: notes.service })
  const { domainsRoom } = await apart(() => import('./domains/index.ts'))
  const { templatesRoom } = await apart(() => import('./templates/index.ts'))
  const templates = templatesRoom({ ...needs, notes: notes.service })
  const { blacklistsRoom } = await apart(() => import('./blacklists/index.ts'))
  const blacklists = blacklistsRoom(needs)
  const { sandboxRoom } = await apart(() => import('./sandbox/index.ts'))
  const written = { ...needs, blacklists: blacklists.service, templates: templates.service }
  const sandbox = sandboxRoom({ ...written, settings, alerts: alerts.service })
  const { importsRoom } = await apart(() => import('./imports/index.ts'))
  const { messagesRoom } = await apart(() => import('./messages/index.ts'))
  const { statisticsRoom } = await apart(() => import('./statistics/index.ts'))
  const { schedulesRoom } = await apart(() => import('./schedules/index.ts'))
  const schedules = schedulesRoom({ ...needs, settings })
  const { exportsRoom } = await apart(() => import('./exports/index.ts'))
  const exports = await exportsRoom({ ...needs, settings, schedules: schedules.service })
  const { reportsRoom } = await apart(() => import('./reports/index.ts'))
  const { liveRoom } = await apart(() => import('./live/index.ts'))
  const { snippetsRoom } = await apart(() => import('./snippets/index.ts'))
  const { draftsRoom } = await apart(() => import('./drafts/index.ts'))
  const { sendsRoom } = await apart(() => import('./sends/index.ts'))
  const { keysRoom } = await apart(() => import('./keys/index.ts'))
  const { storageRoom } = await apart(() => import('./storage/index.ts'))
  const { usersRoom } = await apart(() => import('./users/index.ts'))
  const { webhooksRoom } = await apart(() => import('./webhooks/index.ts'))
  const snippets = await snippetsRoom(ground)
  const drafts = await draftsRoom({ ...written, snippets: snippets.service })
  const sends = await sendsRoom({ ...written, sandbox: sandbox.service, drafts: drafts.service })
  const { recipientsRoom } = await apart(() => import('./recipients/index.ts'))
  const recipients = await recipientsRoom({ ...needs, blacklists: blacklists.service, names: sends.names })
  await countOnBadge(low, { sends: sends.service, alerts: alerts.service })
  // A room starts after the rooms above it and closes before them.
  const rooms: Rooms = {
    ...first,
    outcomes,
    archive,
    bodies,
    sync,
    team,
    notes,
    alerts,
    domains: domainsRoom({ ...needs, notes: notes.service, settings }),
    sandbox,
    imports: await importsRoom(needs),
    messages: messagesRoom(needs),
    blacklists,
    recipients,
    statistics: statisticsRoom(needs),
    reports: await reportsRoom({ ...needs, notes: notes.service, settings, schedules: schedules.service }),
    exports,
    // Listed after the rooms whose work they start, so that they stop before those rooms.
    schedules,
    live: liveRoom(needs),
    templates,
    snippets,
    drafts,
    sends,
    keys: await keysRoom({ ...needs, settings }),
    storage: storageRoom({ ...needs, erasures: recipients.service }),
    updates: await openUpdates({ ...ground, settings, updateSource }),
    users: usersRoom(needs),
    webhooks: webhooksRoom(needs),
  }
  ground.accounts.kept.use(keptBy(rooms))
  if (goesOn) startRooms(rooms)
  else putInOrder(exports.service, recipients.service)
  return rooms
}
