import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { ServerArchive } from '#core/archive/server/server-archive.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { allPairs, percentile, timed } from '../messages/search.ts'
import { figure, median, type Print } from '../support/figure.ts'

export type Place = { readonly server: TeamServer; readonly password: string }

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
const readers = 5
const askedEach = 500
const cancelledAfter = 20
const rounds = 5
const patience = 500

export function openServer({ server, password }: Place, name = 'Bench'): Promise<ServerArchive> {
  const lessee = { id: randomUUID(), name }
  return ServerArchive.open({ server, password, lessee, worker: workerCode('team-archive'), clock: systemClock })
}

/** Five people search twice a second while messages are added and changed; the peer is the same searches at rest. */
export async function benchReaders(print: Print, place: Place, changed: readonly Message[]): Promise<void> {
  const people = await Promise.all(Array.from({ length: readers }, (_none, at) => openServer(place, `Reader ${at}`)))
  const writer = await openServer(place, 'Writer')
  try {
    const rest = await searchesUntil(people, pause(10 * askedEach))
    const importing = timed(async () => void (await writer.import(changed)))
    const beside = await searchesUntil(people, importing)
    const line = { unit: 'ms', n: beside.length, peerName: 'the same searches at rest' } as const
    print(figure({ bench: 'team.readers-p50', ours: median(beside), peer: median(rest), ...line }))
    print(figure({ bench: 'team.readers-p90', ours: percentile(beside, 0.9), peer: percentile(rest, 0.9), ...line }))
    const upserts = { unit: 'ms', n: changed.length, peerName: 'the most allowed' } as const
    print(figure({ bench: 'team.upserts-beside-readers', ours: await importing, peer: 5000, ...upserts }))
  } finally {
    await Promise.all([...people, writer].map((archive) => archive.close()))
  }
}

async function searchesUntil(people: readonly ServerArchive[], end: Promise<unknown>): Promise<number[]> {
  const queries = allPairs().map(({ query }) => parse(query).query)
  const times: number[] = []
  let isOver = false
  const over = end.then(() => (isOver = true))
  await Promise.all([
    over,
    ...people.map(async (archive, person) => {
      for (let at = person; !isOver; at += people.length) {
        const query = queries[at % queries.length]!
        times.push(await timed(async () => void (await archive.search({ query, context, limit: 50 }))))
        await pause(askedEach)
      }
    }),
  ])
  return times
}

/** Measures from cancelling a count until the server stops working on it. */
export async function benchCancel(print: Print, place: Place, slowest: string): Promise<void> {
  const database = new ServerDatabase(place.server, place.password)
  const busy = sql`
    SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND application_name = 'Mailroom' AND pid <> pg_backend_pid()`
  const times: number[] = []
  let whole = 0
  try {
    for (let round = 0; round < rounds; round++) {
      // A new one each time, because counts of closed months are kept.
      const archive = await openServer(place)
      const stop = new AbortController()
      const counted = archive.count({ query: parse(slowest).query, context }, { signal: stop.signal })
      await Promise.race([counted, pause(cancelledAfter)])
      const from = performance.now()
      stop.abort()
      await counted.catch(() => undefined)
      while ((await database.query(busy)).length > 0) await pause(1)
      times.push(performance.now() - from)
      if (round === 0)
        whole = await timed(async () => void (await archive.count({ query: parse(slowest).query, context })))
      await archive.close()
    }
  } finally {
    await database.close()
  }
  print(
    figure({
      bench: 'team.cancel',
      ours: median(times),
      peer: whole,
      unit: 'ms',
      n: rounds,
      peerName: 'the whole count',
    }),
  )
}

/** Measures from quitting one Mailroom until the next one has the lease. */
export async function benchTakeover(print: Print, place: Place): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [ada, bob] = await Promise.all([openServer(place, 'Ada'), openServer(place, 'Bob')])
    await ada.takeLease()
    await bob.takeLease()
    const [free, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const end = bob.onChange((changes) => {
      heard.resolve()
      if (changes.includes('lease')) free.resolve()
    })
    // Bob’s connection may not be listening yet, so the first change can be missed.
    await ada.setSetting('bench', round)
    await Promise.race([heard.promise, pause(patience)])
    await ada.setSetting('bench', -round)
    await heard.promise
    const from = performance.now()
    const closed = ada.close()
    await free.promise
    if (!(await bob.takeLease()).mine) throw new Error('Another Mailroom has the lease.')
    times.push(performance.now() - from)
    end()
    await closed
    await bob.close()
  }
  print(
    figure({
      bench: 'team.takeover',
      ours: median(times),
      peer: 1000,
      unit: 'ms',
      n: rounds,
      peerName: 'the most allowed',
    }),
  )
}
