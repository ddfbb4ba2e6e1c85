import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from '#shared/domain/query/parse.ts'
import type { ArchivePort } from '#core/archive/index.ts'
import type { Archive } from '#core/archive/engine/archive.ts'
import { createStatements } from '#core/archive/server/schema/create.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import type { ServerArchive } from '#core/archive/server/server-archive.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { startPostgres } from '../../../scripts/support/postgres/start.mjs'
import { allPairs, openArchive, percentile, timed, type Pair } from '../messages/search.ts'
import { figure, type Figure, type Print } from '../support/figure.ts'
import { benchCancel, benchReaders, benchTakeover, openServer, type Place } from './live.ts'

const million = 1_000_000
const peerName = 'our file'
/** The largest relative error of an estimate that is accepted. */
const mostOff = 0.25
const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }

type Both = { readonly server: ServerArchive; readonly file: Archive }
type Searched = Pick<ArchivePort, 'search' | 'count'>

/** A team archive on a server, compared with the same messages in a file. */
export async function run(print: Print, count = million): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  const postgres = await startPostgres({ settings: { shared_buffers: '2GB', work_mem: '32MB' } })
  const { host, port, user, password } = postgres
  const server = { host, port, user, database: 'postgres', schema: 'bench', authority: null }
  const database = new ServerDatabase(server, password)
  await database.script(createStatements(server.schema))
  await database.close()
  const place = { server, password }
  const both: Both = {
    server: await openServer(place),
    file: await openArchive(join(folder, 'archive')),
  }
  try {
    await benchImport(print, both, count)
    await benchParts(print, { ...place, count })
    await benchSearches(print, both)
    const slowest = await benchCounts(print, both)
    await benchJumps(print, both, count)
    await benchCancel(print, place, slowest.query)
    await benchTakeover(print, place)
    await benchReaders(print, place, await halfKnown([both.server], 3))
  } finally {
    await both.server.close()
    await both.file.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchImport(print: Print, { server, file }: Both, count: number): Promise<void> {
  const seconds = async (archive: Pick<ArchivePort, 'importer'>): Promise<number> => {
    const importer = archive.importer()
    const milliseconds = await timed(async () => {
      for (const batch of batches(count)) await importer.add(batch)
      await importer.finish()
    })
    return milliseconds / 1000
  }
  const [ours, peer] = [await seconds(server), await seconds(file)]
  print(figure({ bench: 'team.import-1m', ours, peer, unit: 's', n: count, peerName }))
  const bytes = [await server.info(), await file.info()].map((info) => info.bytes / count)
  print(figure({ bench: 'team.bytes', ours: bytes[0]!, peer: bytes[1]!, unit: 'B a message', n: count, peerName }))
  const changed = await halfKnown([server, file], 2)
  const upserts = [await timed(() => done(server.import(changed))), await timed(() => done(file.import(changed)))]
  print(
    figure({ bench: 'team.upserts', ours: upserts[0]!, peer: upserts[1]!, unit: 'ms', n: changed.length, peerName }),
  )
}

/** The messages of one transaction. Half of them are already in the archives and have changed since. */
async function halfKnown(archives: readonly Pick<ArchivePort, 'import'>[], seed: number): Promise<Message[]> {
  const news = [...generateMessages({ count: 16_384, seed, from: Date.UTC(2025, 11, 1), to: Date.UTC(2026, 0, 1) })]
  for (const archive of archives) await archive.import(news.slice(0, 8192))
  return news.map((message, at) => (at < 8192 ? { ...message, open: message.open + 1 } : message))
}

/** The index for parts of addresses takes additional space, which is included in the archive’s size. */
async function benchParts(
  print: Print,
  { server, password, count }: Place & { readonly count: number },
): Promise<void> {
  const database = new ServerDatabase(server, password)
  const found = await database.first(sql`SELECT pg_total_relation_size('address') AS bytes`)
  await database.close()
  const ours = Number(found!.bytes) / count
  print(figure({ bench: 'team.bytes-parts', ours, peer: 1, unit: 'B a message', n: count, peerName: 'one byte' }))
}

async function benchSearches(print: Print, { server, file }: Both): Promise<void> {
  const [ours, peer] = [await searchAll(server), await searchAll(file)]
  const line = { unit: 'ms', n: ours.length, peerName } as const
  for (const [bench, share] of [
    ['team.search-p50', 0.5],
    ['team.search-p99', 0.99],
    ['team.search-worst', 1],
  ] as const) {
    print(figure({ bench, ours: percentile(ours, share), peer: percentile(peer, share), ...line }))
  }
}

/** A search returns with its count, exact or estimated. */
async function searchAll(archive: Searched): Promise<number[]> {
  const times: number[] = []
  for (const pair of allPairs()) {
    times.push(await timed(() => done(archive.search({ query: parse(pair.query).query, context, limit: 50 }))))
  }
  return times
}

/** Returns the pair whose exact count takes longest on the server. */
async function benchCounts(print: Print, { server, file }: Both): Promise<Pair> {
  const pairs = allPairs()
  const ours: number[] = []
  const peer: number[] = []
  const atOnce: number[] = []
  let [different, many, off] = [0, 0, 0]
  for (const pair of pairs) {
    const first = { query: parse(pair.query).query, context, limit: 1 }
    let about = 0
    atOnce.push(await timed(async () => void (about = (await server.search(first)).count.value)))
    const [one, other] = [await countOf(server, pair), await countOf(file, pair)]
    if (other.value > 1000) many++
    if (other.value > 1000 && Math.abs(about / other.value - 1) > mostOff) off++
    ours.push(one.milliseconds)
    peer.push(other.milliseconds)
    if (one.value !== other.value) different++
  }
  const line = { n: pairs.length, peerName } as const
  const share = (bench: string, part: number): Figure =>
    figure({ bench, ours: percentile(ours, part), peer: percentile(peer, part), unit: 'ms', ...line })
  const allowed = { peerName: 'the most allowed', unit: 'ms', n: pairs.length } as const
  print(figure({ bench: 'team.count-at-once', ours: percentile(atOnce, 0.99), peer: 60, ...allowed }))
  print(figure({ bench: 'team.counts-off', ours: (100 * off) / many, peer: 10, ...allowed, unit: '%', n: many }))
  print(share('team.count-p50', 0.5))
  print(share('team.count-p99', 0.99))
  print(figure({ bench: 'team.counts-that-differ', ours: different, peer: 1, unit: 'pairs', ...line }))
  return pairs[ours.indexOf(Math.max(...ours))]!
}

async function countOf(archive: Searched, { query }: Pair): Promise<{ value: number; milliseconds: number }> {
  let value = 0
  const milliseconds = await timed(async () => {
    value = (await archive.count({ query: parse(query).query, context })).value
  })
  return { value, milliseconds }
}

async function benchJumps(print: Print, { server, file }: Both, count: number): Promise<void> {
  const all = { query: parse('').query, context }
  const both = async (bench: string, ask: (archive: ArchiveOf<Both>) => Promise<unknown>): Promise<void> => {
    const times = (archive: ArchiveOf<Both>) => fiveTimes(() => done(ask(archive)))
    const [ours, peer] = [await times(server), await times(file)]
    print(figure({ bench, ours, peer, unit: 'ms', n: 5, peerName }))
  }
  await both('team.row-900000', (archive) => archive.search({ ...all, offset: count * 0.9, limit: 50 }))
  const newsletters = { query: parse('tag:newsletter').query, context }
  await server.search({ ...newsletters, offset: count / 20, limit: 50 })
  await file.search({ ...newsletters, offset: count / 20, limit: 50 })
  await both('team.second-jump', (archive) => archive.search({ ...newsletters, offset: count / 10, limit: 50 }))
  await both('team.histogram', (archive) => archive.histogram(all))
  await both('team.completion', (archive) => archive.values({ field: 'tag', prefix: 'n', limit: 20 }))
  const year = { query: parse('last:365d').query, context, groups: [], metaKey: null, limit: 1 }
  await both('team.statistics', (archive) => archive.statistics(year))
  const { rows } = await server.search({ ...all, offset: 1000, limit: 1 })
  const [{ id, email }] = rows as [(typeof rows)[number]]
  await both('team.recipient', (archive) => archive.search({ query: parse(`to:=${email}`).query, context }))
  await both('team.id', (archive) => archive.messagesById(id))
  let found = 0
  const ours = await timed(async () => {
    for await (const set of server.recordSets(newsletters)) found += set.size
  })
  const peer = await timed(async () => {
    for await (const set of file.recordSets(newsletters)) void set.size
  })
  const perSecond = (milliseconds: number): number => (found * 1000) / milliseconds
  const line = { unit: 'rows/s', n: found, peerName } as const
  print(figure({ bench: 'team.export', ours: perSecond(ours), peer: perSecond(peer), ...line }))
}

type ArchiveOf<Pairs> = Pairs[keyof Pairs]

async function fiveTimes(work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) times.push(await timed(work))
  return percentile(times, 0.5)
}

async function done(work: Promise<unknown>): Promise<void> {
  await work
}

function* batches(count: number) {
  let batch = []
  for (const message of generateMessages({ count })) {
    if (batch.push(message) < 1024) continue
    yield batch
    batch = []
  }
  yield batch
}
