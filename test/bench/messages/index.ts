import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Message } from '#shared/domain/messages/record.ts'
import type { Archive } from '#core/archive/engine/archive.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { figure, type Print } from '../support/figure.ts'
import { importWithSqlite } from './sqlite-import.ts'
import { run as benchFile } from './file.ts'
import { Notmuch, notmuchQueries } from './notmuch.ts'
import { benchPage } from './page.ts'
import { benchPeople } from './people.ts'
import { Peer, peerName } from './peer.ts'
import {
  allPairs,
  countExactly,
  measure,
  measurePeer,
  openArchive,
  percentile,
  searchFirst,
  sortBySubject,
  timed,
  type Pair,
} from './search.ts'
import { benchValues } from './values.ts'

const importer = fileURLToPath(new URL('import-task.ts', import.meta.url))
const million = 1_000_000

export type Options = { count?: number; large?: boolean }

export async function run(
  print: Print,
  { count = million, large = process.argv.includes('--large') }: Options = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  try {
    await benchOrdinary(print, folder, count, large)
    await benchFile(print, { count })
    await benchPage(print, join(folder, 'archive'))
    if (large) await benchLarge(print, join(folder, 'large'), count * 10)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchOrdinary(print: Print, folder: string, count: number, large: boolean): Promise<void> {
  const json = join(folder, 'export.json')
  await pipeline(Readable.from(jsonParts(count)), createWriteStream(json))
  const ours = await importFile(json, join(folder, 'archive'))
  await rm(json)
  const theirs = await importCsv(folder, count)
  print(
    figure({
      bench: 'messages.import-1m',
      ours: ours.seconds,
      peer: theirs.seconds,
      unit: 's',
      n: count,
      peerName: theirs.name,
    }),
  )
  print(
    figure({
      bench: 'messages.import-rss',
      ours: ours.megabytes,
      peer: theirs.megabytes,
      unit: 'MB',
      n: count,
      peerName: theirs.name,
    }),
  )

  const peer = new Peer(join(folder, 'peer.sqlite'))
  peer.insert(generateMessages({ count }))
  const archive = await openArchive(join(folder, 'archive'))
  const pairs = allPairs()
  const search = await measure(pairs, (query) => searchFirst(archive, query))
  const exact = await measure(pairs, (query) => countExactly(archive, query))
  const peerSearch = measurePeer(pairs, (pair) => peer.search(pair))
  const peerCount = measurePeer(pairs, (pair) => peer.count(pair))
  peer.close()
  const line = (bench: string, values: readonly number[], others: readonly number[], share: number): void =>
    print(
      figure({
        bench,
        ours: percentile(values, share),
        peer: percentile(others, share),
        unit: 'ms',
        n: values.length,
        peerName,
      }),
    )
  line('messages.search-1m-p50', search, peerSearch, 0.5)
  line('messages.search-1m-p99', search, peerSearch, 0.99)
  line('messages.search-1m-worst-pair', search, peerSearch, 1)
  line('messages.count-1m', exact, peerCount, 0.99)
  await benchSort(print, archive)
  await benchValues(print, archive)
  await benchPeople(print, archive)
  if (large) await benchNotmuch(print, archive, join(folder, 'notmuch'), count / 10)
  await benchDuringSync(print, archive, pairs, percentile(search, 0.99))
  await archive.close()
}

/**
 * Sorts by subject, for which there is neither a column nor a term. Each search has a different text, so that no result
 * is cached.
 */
async function benchSort(print: Print, archive: Archive): Promise<void> {
  const line = { peerName: 'budget', unit: 'ms' } as const
  const some: number[] = []
  for (const text of ['state:deferred', 'domain:mail3.example.org', 'domain:mail4.example.org']) {
    some.push(await timed(() => sortBySubject(archive, text)))
  }
  print(figure({ bench: 'messages.sort-1m-hits', ours: percentile(some, 0.5), peer: 300, n: 10_000, ...line }))
  let running = true
  const begun = performance.now()
  const sorting = sortBySubject(archive, 'size:>0').then(() => (running = false))
  const meanwhile: number[] = []
  for (let at = 0; running; at++)
    meanwhile.push(await timed(() => searchFirst(archive, `invoice state:${at % 2 ? 'delivered' : 'rejected'}`)))
  await sorting
  print(figure({ bench: 'messages.sort-1m', ours: performance.now() - begun, peer: 2000, n: million, ...line }))
  print(
    figure({
      bench: 'messages.search-during-sort',
      ours: percentile(meanwhile, 0.99),
      peer: 50,
      n: meanwhile.length,
      ...line,
    }),
  )
}

async function benchDuringSync(print: Print, archive: Archive, pairs: readonly Pair[], atRest: number): Promise<void> {
  const news = [...generateMessages({ count: 150_000, seed: 2, from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1) })]
  let running = true
  const writing = archive.import(news).finally(() => (running = false))
  const times: number[] = []
  for (let at = 0; running; at = (at + 1) % pairs.length)
    times.push(await timed(() => searchFirst(archive, pairs[at]!.query)))
  await writing
  const [ours, peerName] = [percentile(times, 0.99), 'the same searches without a sync']
  print(figure({ bench: 'messages.search-during-sync-p99', ours, peer: atRest, unit: 'ms', n: times.length, peerName }))
}

/** The peer searches a tenth of the messages, and its time includes the start of its command. */
async function benchNotmuch(print: Print, archive: Archive, folder: string, count: number): Promise<void> {
  if (!Notmuch.isInstalled()) return
  const theirs = Notmuch.index(folder, generateMessages({ count }))
  const ours: number[] = []
  const others: number[] = []
  // Writing the peer’s mails has evicted our file from the page cache, so both sides search once unmeasured.
  for (const query of notmuchQueries) {
    await searchFirst(archive, query.ours)
    theirs.search(query.theirs)
  }
  for (let round = 0; round < 20; round++) {
    for (const query of notmuchQueries) {
      ours.push(await timed(() => searchFirst(archive, query.ours)))
      others.push(await timed(() => Promise.resolve(theirs.search(query.theirs))))
    }
  }
  const peerName = 'notmuch search at a tenth of the messages'
  for (const [bench, share] of [
    ['messages.search-notmuch-p50', 0.5],
    ['messages.search-notmuch-p99', 0.99],
  ] as const) {
    const [one, other] = [percentile(ours, share), percentile(others, share)]
    print(figure({ bench, ours: one, peer: other, unit: 'ms', n: ours.length, peerName }))
  }
}

/**
 * The peer gets a tenth of the messages: with all of them, its slowest pairs would take longer than the rest of the
 * benchmark.
 */
async function benchLarge(print: Print, folder: string, count: number): Promise<void> {
  const archive = await openArchive(folder)
  const importer = archive.importer()
  for (const batch of batches(generateMessages({ count }), 1024)) await importer.add(batch)
  await importer.finish()
  const pairs = allPairs()
  const times = await measure(pairs, (query) => searchFirst(archive, query))
  const counts = await measure(pairs, (query) => countExactly(archive, query))
  await archive.close()
  const peer = new Peer(join(folder, 'peer.sqlite'))
  peer.insert(generateMessages({ count: count / 10 }))
  const [others, otherCounts] = [
    measurePeer(pairs, (pair) => peer.search(pair)),
    measurePeer(pairs, (pair) => peer.count(pair)),
  ]
  peer.close()
  const line = (bench: string, values: readonly number[], theirs: readonly number[], share: number): void =>
    print(
      figure({
        bench,
        ours: percentile(values, share),
        peer: percentile(theirs, share),
        unit: 'ms',
        n: values.length,
        peerName: `${peerName}, a tenth of the messages`,
      }),
    )
  line('messages.search-10m-p50', times, others, 0.5)
  line('messages.search-10m-p99', times, others, 0.99)
  line('messages.search-10m-worst-pair', times, others, 1)
  line('messages.count-10m', counts, otherCounts, 0.99)
}

function* batches(messages: Iterable<Message>, size: number): Generator<Message[]> {
  let batch: Message[] = []
  for (const message of messages) {
    if (batch.push(message) < size) continue
    yield batch
    batch = []
  }
  yield batch
}

type Imported = { seconds: number; megabytes: number }

/** With a compile cache, as in every start of Mailroom but the first: compiling TypeScript takes 50 MB. */
async function importFile(json: string, folder: string): Promise<Imported> {
  const env = { ...process.env, NODE_COMPILE_CACHE: `${folder}-compiled` }
  const nothing = `${folder}-empty.json`
  await writeFile(nothing, '[]')
  await promisify(execFile)(process.execPath, [importer, nothing, `${folder}-empty`], { env })
  const { stdout } = await promisify(execFile)(process.execPath, [importer, json, folder], { env })
  return JSON.parse(stdout) as Imported
}

async function importCsv(folder: string, count: number): Promise<Imported & { name: string }> {
  const csv = join(folder, 'export.csv')
  await pipeline(Readable.from(csvParts(count)), createWriteStream(csv))
  const imported = importWithSqlite(csv, join(folder, 'csv.sqlite'))
  if (imported) return { name: 'sqlite3 .import', ...imported }
  const naive = new Peer(join(folder, 'naive.sqlite'))
  const begun = performance.now()
  naive.insert(generateMessages({ count }))
  naive.close()
  const memory = process.memoryUsage().rss / 1024 ** 2
  return { name: `${peerName}, inserted one by one`, seconds: (performance.now() - begun) / 1000, megabytes: memory }
}

function* jsonParts(count: number): Generator<string> {
  let separator = '['
  let part = ''
  for (const message of generateMessages({ count })) {
    part += `${separator}${JSON.stringify(message)}`
    separator = ',\n'
    if (part.length > 1 << 18) {
      yield part
      part = ''
    }
  }
  yield `${part}]`
}

function* csvParts(count: number): Generator<string> {
  let part = 'id,key,created,state date,from,email,subject,size,tags,state,open,click,meta,reason\n'
  for (const message of generateMessages({ count })) {
    const {
      id,
      apiKey,
      createdDate,
      lastStateDate,
      from,
      email,
      subject,
      size,
      tags,
      lastState,
      open: opens,
      click,
    } = message
    const texts = [subject, tags.join(' '), JSON.stringify(message.meta), message.reason ?? ''].map(
      (text) => `"${text.replaceAll('"', '""')}"`,
    )
    part += `${id},${apiKey},${createdDate},${lastStateDate},${from},${email},${texts[0]},${size},${texts[1]},${lastState},${opens},${click},${texts[2]},${texts[3]}\n`
    if (part.length > 1 << 18) {
      yield part
      part = ''
    }
  }
  yield part
}
