import { secondsPerDay, secondsPerHour } from '#shared/domain/base/durations.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive } from '../messages/search.ts'
import type { Print } from '../support/figure.ts'
import { AskedApp } from './asked.ts'
import { Duck, type Span } from './duck.ts'
import { year } from './rows.ts'
import { best, least, report, timed, type Taken } from './taken.ts'

type Given = {
  readonly print: Print
  readonly archive: string
  readonly duck: string
  readonly n: number
  /** The number of messages, as part of the figures’ names. */
  readonly name: string
  readonly peerName: string
}

const rounds = 9
/** Starts of the app vary by half, so the best of only a few would depend on chance. */
const starts = 9
const zone = 'Europe/Paris'
const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Asia/Kolkata', 'Australia/Adelaide', 'Europe/London']

/** A different period in each round, so that no cached result is used. Every period covers all messages. */
function whole(round: number): { now: Span; before: Span } {
  const earlier = secondsPerDay + round * secondsPerHour
  return {
    now: { from: year.from - round * secondsPerHour, to: year.to },
    before: { from: year.from - earlier, to: year.to - earlier },
  }
}

/**
 * The period of the dashboard when it opens: thirty days, and the thirty days before. Each round ends a day earlier.
 */
function month(round: number): { now: Span; before: Span } {
  const to = year.to - round * secondsPerDay
  const from = to - 30 * secondsPerDay
  return { now: { from, to }, before: { from: from - 30 * secondsPerDay, to: from } }
}

export async function benchArchive(given: Given): Promise<void> {
  await benchStarts(given)
  const app = await AskedApp.open(given.archive)
  const peer = await Duck.open(given.duck)
  const { print, n, name, peerName } = given
  const both = async (bench: string, ours: (round: number) => Promise<unknown>, theirs: typeof ours) => {
    // A warm-up, after which both sides have read the file and compiled their code.
    await ours(rounds)
    await theirs(rounds)
    report(print, `statistics.${bench}`, {
      ours: await best(rounds, ours),
      peer: await best(rounds, theirs),
      n,
      peerName,
    })
  }
  const dashboard = (periods: typeof whole, terms?: string) => (round: number) => {
    const { now, before } = periods(round)
    return app.dashboard(now, before, { zone, terms })
  }
  const theirs = (periods: typeof whole, condition?: string) => (round: number) => {
    const { now, before } = periods(round)
    return peer.dashboard(now, before, zone, condition)
  }
  await both(`dashboard-${name}`, dashboard(whole), theirs(whole))
  await both(`dashboard-${name}-again`, () => dashboard(whole)(0), theirs(whole))
  await both(`dashboard-${name}-30-days`, dashboard(month), theirs(month))
  const isNews = "list_contains(tags, 'newsletter')"
  await both(`dashboard-${name}-tag`, dashboard(whole, 'tag:=newsletter'), theirs(whole, isNews))
  await both(`dashboard-${name}-opened`, dashboard(whole, 'opened:yes'), theirs(whole, 'open > 0'))
  const at = (round: number) => zones[round % zones.length]!
  const { now } = whole(0)
  await both(
    `zone-day-${name}`,
    (round) => app.statistics(whole(round).now, { zone: at(round) }),
    (round) => peer.days(now, at(round)),
  )
  await benchAfterSync(given, app, peer)
  peer.close()
  await app.close()
}

/** After each start of the app: a dashboard for a month and one for everything, then two queries grouped by a metadata key. */
async function benchStarts({ print, archive, duck, n, name, peerName }: Given): Promise<void> {
  const taken: Record<'month' | 'whole' | 'meta' | 'again', { ours: Taken[]; peer: Taken[] }> = {
    month: { ours: [], peer: [] },
    whole: { ours: [], peer: [] },
    meta: { ours: [], peer: [] },
    again: { ours: [], peer: [] },
  }
  for (let start = 0; start < starts; start++) {
    const app = await AskedApp.open(archive)
    const peer = await Duck.open(duck)
    for (const [periods, sides] of [
      [month, taken.month],
      [whole, taken.whole],
    ] as const) {
      const { now, before } = periods(0)
      sides.ours.push(await timed(() => app.dashboard(now, before, { zone })))
      sides.peer.push(await timed(() => peer.dashboard(now, before, zone)))
    }
    for (const [round, sides] of [taken.meta, taken.again].entries()) {
      const { now } = whole(round)
      sides.ours.push(await timed(() => app.statistics(now, { metaKey: 'locale' })))
      sides.peer.push(await timed(() => peer.byMeta(now, 'locale')))
    }
    peer.close()
    await app.close()
  }
  const names = {
    month: `dashboard-${name}-30-days-cold`,
    whole: `dashboard-${name}-cold`,
    meta: `meta-group-${name}`,
    again: `meta-group-${name}-again`,
  }
  for (const key of ['month', 'whole', 'meta', 'again'] as const) {
    const { ours, peer } = taken[key]
    report(print, `statistics.${names[key]}`, { ours: least(ours), peer: least(peer), n, peerName })
  }
}

/** The first query after a sync added the newest messages. */
async function benchAfterSync({ print, archive, n, name, peerName }: Given, app: AskedApp, peer: Duck): Promise<void> {
  const writer = await openArchive(archive)
  const newest = { count: 50, from: (year.to - secondsPerHour) * 1000, to: year.to * 1000 }
  const { now, before } = whole(0)
  const ours: Taken[] = []
  for (let round = 1; round <= rounds; round++) {
    await writer.import([...generateMessages({ ...newest, seed: round + 1 })])
    ours.push(await timed(() => app.dashboard(now, before, { zone })))
  }
  await writer.close()
  const theirs = await best(rounds, () => peer.dashboard(now, before, zone))
  const sides = { ours: least(ours), peer: theirs, n, peerName: `${peerName}, nothing changed` }
  report(print, `statistics.dashboard-${name}-after-sync`, sides)
}
