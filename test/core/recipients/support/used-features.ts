import { randomUUID } from 'node:crypto'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ExportWhat } from '#shared/contract/exports.ts'
import { wanted } from '#test/core/exports/support/exporting.ts'
import { cells, file } from '#test/core/imports/support.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { eventually } from '#test/support/eventually.ts'
import { email, folderToken, jobEnded, shouted, userFile, type World } from './named-person.ts'

const search = `to:${email}`
const zone = 'UTC'

/** Messages to the person with a bounce, opens and clicks, and messages to others, who are not erased. */
export async function useSync(world: World): Promise<void> {
  const { service } = world
  await service.settle()
  const sent = service.store.messages.newest(50).filter(({ email: to }) => to.toLowerCase() === email.toLowerCase())
  const date = service.clock.now()
  for (const { id } of sent) {
    service.store.messages.recordEvent(id, { type: 'delivered', date })
    service.store.messages.recordEvent(id, { type: 'open', date })
  }
  service.store.messages.recordEvent(sent[0]!.id, { type: 'hardbounced', date, reason: `550 no ${email} here` })
  await sync(world)
}

async function sync(world: World): Promise<void> {
  const { ask, accountId } = world
  await ask('sync.configure', {
    accountId,
    options: { from: Math.floor(Date.now() / 1000) - 86_400 },
  })
  await jobEnded(world, await ask('sync.now', { accountId }))
}

/** Damages the archive, so that a new one is synced in its place. */
export async function damageArchive(world: World): Promise<void> {
  await world.close()
  const archive = await open(join(world.folder, 'accounts', world.accountId, 'archive.sqlite'), 'r+')
  await archive.write(Buffer.alloc(64), 0, 64, 0)
  await archive.close()
  await world.start()
  await sync(world)
}

/** Files that could not be read at the start, and were kept for repair. */
export async function damageFiles({ folder, accountId }: World): Promise<void> {
  const files = ['outcomes.json', join('compose', 'snippets.json'), join('alerts', `${accountId}.json`)]
  for (const name of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, `${name}.broken-1`), JSON.stringify([{ to: email }]))
  }
}

export async function useSearches(world: World): Promise<void> {
  const { ask, accountId } = world
  const scope = { accountId, text: search, zone }
  await ask('messages.search', { ...scope, offset: 0, limit: 10 })
  await ask('messages.values', { accountId, field: 'to', key: null, prefix: 'zo' })
  await ask('recipients.find', { accountId, text: 'quartermain', limit: 8, asker: 'a' })
  await ask('recipients.get', { accountId, email, zone, offset: 0, limit: 5 })
  await ask('recipients.askService', { accountId, email })
  await ask('statistics.archive', { ...scope, groups: ['domain'], metaKey: null, limit: 20 })
  await ask('statistics.details', scope)
  const now = Math.floor(Date.now() / 1000)
  const live = { from: now - 86_400, to: now + 3600, froms: [], apiKeys: [], tags: [], page: 1, pageSize: 10 }
  await ask('live.search', { accountId, ...live })
  const [from, to] = [day(-6), day(0)]
  for (const part of ['domains', 'tags'] as const) {
    const figures = { part, from, to, zone, froms: [], apiKeys: [], tags: [], refresh: false }
    await ask('statistics.service', { accountId, ...figures }).catch(() => undefined)
  }
}

function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}

/** The state that views remember, by its names. */
export async function useSettings({ ask, accountId }: World): Promise<void> {
  const lastView = `#/recipients/${encodeURIComponent(email)}?q=${new URLSearchParams({ q: search }).toString()}`
  await ask('settings.change', {
    lastView,
    viewState: {
      [`lastView:${accountId}`]: lastView,
      [`savedViews:${accountId}`]: [{ name: 'Zoë', text: search, sort: { field: 'created', descending: true } }],
      [`recentSearches:${accountId}`]: [search, 'tag:invoice'],
      [`recentRecipients:${accountId}`]: [shouted, 'bob@example.org'],
      [`templates.testTo:${accountId}`]: email,
      [`composeTestTo:${accountId}`]: [email],
      [`templateSamples:${accountId}`]: { email },
      sandboxRequestFilter: email,
    },
  })
}

export async function useBooks(world: World): Promise<void> {
  const { ask, accountId } = world
  await ask('notes.add', { accountId, id: randomUUID(), day: day(0), text: `${email} called` })
  const removed = randomUUID()
  await ask('notes.add', { accountId, id: removed, day: day(0), text: `Called ${shouted}.` })
  await ask('notes.remove', { accountId, id: removed })
  const condition = { kind: 'silence' as const, hours: 24 }
  const rule = { id: randomUUID(), name: `Silence to ${email}`, isOn: true, zone, search, condition }
  await ask('alerts.save', { accountId, rule })
  await ask('files.keep', { name: 'chart.svg', encoding: 'text', content: `<svg>${email}</svg>` })
}

export async function useBlacklists(world: World): Promise<void> {
  const { ask, accountId } = world
  const entry = { accountId, reason: `550 no ${email} here`, list: '' }
  await ask('blacklists.add', { ...entry, type: 'complaints', email })
  await ask('blacklists.add', { ...entry, type: 'unsubscribers', email: shouted })
  await ask('blacklists.read', { accountId, ifOlderThan: null, types: ['bounces', 'complaints', 'unsubscribers'] })
  await eventually(async () => {
    const { lists } = await ask('blacklists.state', { accountId })
    if (!lists.every(({ readAt }) => readAt !== null)) throw new Error('A list is not read yet.')
  })
  await jobEnded(world, await ask('blacklists.remove', { accountId, type: 'complaints', emails: [email] }))
  const scope = { accountId, type: 'unsubscribers', text: '', list: null, reason: null, domain: null, from: null }
  const more = {
    to: null,
    other: null,
    grouped: false,
    sort: { field: 'since', descending: true },
    format: 'csv',
  } as const
  await ask('blacklists.export', { ...scope, ...more })
}

export async function useImports(world: World): Promise<void> {
  const { ask, accountId } = world
  const rows = [cells(0, { email }), cells(1), cells(2, { email: shouted, createdDate: 'never' })]
  const token = await userFile(world, `Mail to ${email}.json`, await file(world, 'json', rows))
  await jobEnded(world, await ask('imports.start', { accountId, token }))
}

export async function useExports(world: World): Promise<void> {
  const { ask, accountId } = world
  const sort = { field: 'created', descending: true } as const
  const what: ExportWhat = { source: 'archive', text: search, zone, sort, selection: null }
  const named = { what, name: `Mail to ${email}` }
  await jobEnded(world, await ask('exports.start', wanted(world, await folderToken(world), named)))
  await keepDelta(world)
  const { layout } = wanted(world, null)
  const schedule = await ask('schedules.save', {
    kind: 'export',
    accountId,
    what: { source: 'archive', text: search, span: 'yesterday' },
    layout,
    saveAs: { name: `Mail to ${email}`, ifTaken: 'keep-both' },
    timing: { every: 'day', weekday: 1, monthDay: 1, time: '07:30' },
    keep: null,
    id: null,
    folder: await folderToken(world),
  })
  await jobEnded(world, await ask('schedules.run', { id: schedule.id }))
}

/** Makes the disk fail when the service’s response is renamed, so that it stays in the data folder. */
async function keepDelta(world: World): Promise<void> {
  const mend = watchFiles((call) => (call.name === 'link' ? fileFailure('EIO') : null))
  const choice = wanted(world, await folderToken(world), { what: { source: 'delta' } })
  await jobEnded(world, await world.ask('exports.start', choice), 'failed')
  mend()
}

export async function useReports(world: World): Promise<void> {
  const { ask, accountId } = world
  const asked = { accountId, text: search, comparison: 'period', metaKey: null, format: 'html' } as const
  await jobEnded(world, await ask('reports.make', { ...asked, from: day(-6), to: day(0) }))
  const { id } = await ask('schedules.save', {
    ...asked,
    kind: 'report',
    id: null,
    folder: await folderToken(world),
    span: 'last-7-days',
    timing: { every: 'week', weekday: 1, monthDay: 1, time: '07:30' },
  })
  await jobEnded(world, await ask('schedules.run', { id }))
  await jobEnded(world, await ask('archive.backUp', { accountId }))
}
