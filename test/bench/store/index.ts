import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExports } from '#sandbox/exports/exports.ts'
import { planLife } from '#sandbox/scenarios/plan-life.ts'
import { createRandom } from '#sandbox/base/random.ts'
import { fillScenario } from '#sandbox/scenarios/fill-scenario.ts'
import { Statistics } from '#sandbox/statistics/statistics.ts'
import { openStore } from '#sandbox/store/store.ts'
import type { Filter, NewSend, Store } from '#sandbox/store/index.ts'
import { figure, median, type Print } from '../support/figure.ts'

const now = Date.UTC(2026, 5, 17, 14, 30)
const day = 86_400_000
const million = 1_000_000

/** The sandbox’s storage, counting and exports, without HTTP. */
export async function run(print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  try {
    insertAndSeed(folder, print)
    const store = openStore({ path: join(folder, 'million.db') })
    fillScenario(store, 'million', { now })
    statistics(store, print)
    await exportText(store, 'json', print)
    await exportText(store, 'csv', print)
    store.close()
  } finally {
    await rm(folder, { recursive: true })
  }
}

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** The demo inserted in bulk, compared with the same number of messages accepted and delivered one at a time. */
function insertAndSeed(folder: string, print: Print): void {
  const messages = 50_000
  const store = openStore({ path: join(folder, 'demo.db') })
  const ours = timed(() => fillScenario(store, 'demo', { now }))
  fillScenario(store, 'empty', { now })
  const random = createRandom(1)
  const sends = Array.from({ length: messages }, (_, at): NewSend => {
    const createdDate = now + at * 20
    return {
      createdDate,
      apiKey: 'key-1',
      tags: ['invoice'],
      content: { from: { address: 'a@b.example' }, subject: 'Hello', images: [], attachments: [], headers: {} },
      messages: [
        {
          email: `reader.${at % 5000}@domain-${at % 40}.example`,
          subject: `Invoice ${at}`,
          size: 9000,
          meta: { order: at },
          plan: planLife(random, createdDate),
        },
      ],
    }
  })
  const batch = 50
  const inserted = timed(() => {
    for (let at = 0; at < messages; at += batch) store.messages.insert(sends.slice(at, at + batch))
  })
  const lived = timed(() => {
    while (store.plans.applyDue(now + 1000 * day).more);
  })
  store.close()
  const peer = inserted + lived
  print(figure({ bench: 'sandbox-data.seed-demo', ours, peer, unit: 'ms', n: messages, peerName: 'step by step' }))

  const plain = openStore({ path: join(folder, 'plain.db') })
  const insert = plain.database.sql('INSERT INTO payloads (meta) VALUES (?)')
  const asDocuments = timed(() => {
    for (let at = 0; at < messages; at += batch) {
      plain.transaction(() => sends.slice(at, at + batch).forEach((send) => insert.run(JSON.stringify(send))))
    }
  })
  plain.close()
  const perSecond = (milliseconds: number) => (messages / milliseconds) * 1000
  print(
    figure({
      bench: 'sandbox-data.insert',
      ours: perSecond(inserted),
      peer: perSecond(asDocuments),
      unit: 'messages/s',
      n: messages,
      peerName: 'one JSON row each, nothing counted',
    }),
  )
}

const countersSql = `count(*), sum(state = 7), sum(state = 6), sum(state >= 8), sum(open), sum(click), sum(open > 0)`

function statistics(store: Store, print: Print): void {
  const answers = new Statistics(store)
  const { database } = store
  // The period starts and ends within a day, and starts on the day of a mailing.
  const period = { dateBegin: now - 193 * day - 5 * 3_600_000, dateEnd: now - 20 * day }
  const filters: Filter[] = [{}, period, { ...period, tags: ['newsletter', 'invoice'] }]
  const grouped = (key: string) => () => database.arrays(`SELECT ${key}, ${countersSql} FROM messages GROUP BY 1`).all()
  const eventsBy = (key: string) => () =>
    database
      .arrays(
        `SELECT ${key}, count(*), count(DISTINCT message) FROM events JOIN agents ON agents.id = agent
        WHERE type = 20 GROUP BY 1`,
      )
      .all()
  const operations: [name: string, ours: (filter: Filter) => unknown, peer: () => unknown][] = [
    ['domains', answers.domains, grouped('domain')],
    ['tags', answers.tags, grouped('stream')],
    ['activities', answers.activities, grouped('(id >> 20) / 86400')],
    ['bounces', answers.bounces, grouped('(id >> 20) / 86400')],
    ['emailplatforms', (filter) => answers.emailPlatforms(filter), eventsBy('platform')],
    ['localisations', answers.localisations, eventsBy('location')],
    ['messages', (filter) => store.messages.list(filter, { page: 200, pageSize: 25 }), grouped('1')],
  ]
  let slowest = 0
  let slowestPeer = 0
  for (const [name, ours, peer] of operations) {
    const times = filters.map((filter) => median(Array.from({ length: 9 }, () => timed(() => ours(filter)))))
    const worst = Math.max(...times)
    const raw = median(Array.from({ length: 3 }, () => timed(peer)))
    if (worst > slowest) [slowest, slowestPeer] = [worst, raw]
    const bench = `sandbox-data.statistics-1m.${name}`
    print(figure({ bench, ours: worst, peer: raw, unit: 'ms', n: million, peerName: 'GROUP BY over the rows' }))
  }
  const bench = 'sandbox-data.statistics-1m.slowest'
  print(figure({ bench, ours: slowest, peer: slowestPeer, unit: 'ms', n: million, peerName: 'GROUP BY over the rows' }))
}

type Row = Record<string, string | number | null>

function* rowByRow(store: Store, fileType: 'json' | 'csv'): Generator<string> {
  const rows = store.database
    .sql(
      `SELECT code AS id, api_key AS apiKey, created, changed, sender AS "from", email, subject, size, tags,
      state AS lastState, open, click FROM messages JOIN streams ON streams.id = messages.stream ORDER BY messages.id`,
    )
    .iterate() as Iterable<Row>
  for (const row of rows) {
    if (fileType === 'json') yield `${JSON.stringify(row)},\n`
    else {
      const cells = Object.values(row).map((value) => `"${String(value ?? '').replaceAll('"', '""')}"`)
      yield `${cells.join(',')}\r\n`
    }
  }
}

async function exportText(store: Store, fileType: 'json' | 'csv', print: Print): Promise<void> {
  const ours: number[] = []
  let peak = 0
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    let bytes = 0
    for await (const chunk of createExports(store).all(fileType, {}).chunks) {
      bytes += chunk.length
      peak = Math.max(peak, process.memoryUsage.rss())
    }
    ours.push(bytes / 1000 / (performance.now() - started))
  }
  const started = performance.now()
  let bytes = 0
  for (const text of rowByRow(store, fileType)) bytes += Buffer.from(text).length
  const peer = bytes / 1000 / (performance.now() - started)
  const bench = `sandbox-data.export-${fileType}`
  print(figure({ bench, ours: median(ours), peer, unit: 'MB/s', n: million, peerName: 'JSON.stringify row by row' }))
  print(figure({ bench: `${bench}-rss`, ours: peak / 1e6, peer: 250, unit: 'MB', n: million, peerName: 'the limit' }))
}
