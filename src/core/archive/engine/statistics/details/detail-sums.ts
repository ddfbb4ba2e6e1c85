import type { LinkClicks, PlaceCounts, PlatformOpens } from '#shared/contract/statistics.ts'
import { actorOf, doubts, type Actor } from '#shared/domain/messages/machine-opens.ts'
import { eventDetails, type EventDetail } from '#shared/domain/messages/message-events.ts'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import { classOf, openTimeBounds } from '#shared/domain/statistics/details/classes.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { Lines } from './lines.ts'
import type { Details } from './read-details.ts'
import { keyOfReason } from './reason-keys.ts'

type Refusal = ArchiveDetails['refused']['reasons']['values'][number]
type Activity = ArchiveDetails['opened']

export type CountedRecord = {
  readonly details: Details
  readonly state: string
  readonly isRefused: boolean
  readonly open: number
  readonly click: number
  /** The month in which the message was created, such as `2026-11`. */
  readonly month: string
}

type Judged = { readonly event: EventDetail; readonly actor: Actor }

/** Longer URLs are truncated: they are displayed, not followed. */
const longestUrl = 2000

export class DetailSums {
  readonly refused = { messages: 0, detailed: 0 }
  readonly opened = noActivity()
  readonly clicked = noActivity()
  readonly openTimes = new Array<number>(openTimeBounds.length + 1).fill(0)
  undated = 0
  readonly reasons = new Lines<Refusal>(refusals)
  readonly links = new Lines<LinkClicks>(links)
  readonly platforms = new Lines<PlatformOpens>(platforms)
  readonly places = new Lines<PlaceCounts>(places)

  /** The memory that the sums need, counted in lines. */
  get lines(): number {
    return this.reasons.size + this.links.size + this.platforms.size + this.places.size
  }

  add(record: CountedRecord): void {
    const { details, state, isRefused, open, click } = record
    if (isRefused) this.#addRefusal(details, state)
    if (open === 0 && click === 0) return
    const events = eventDetails(details)
    if (events.length === 0) {
      addActivity(this.opened, open, [])
      addActivity(this.clicked, click, [])
      return
    }
    const found = doubts(events, { ...details, lastState: state })
    const judged = events.map((event, at) => ({ event, actor: actorOf(event, found[at]!) }))
    const opens = judged.filter(({ event }) => event.kind === 'open')
    const clicks = judged.filter(({ event }) => event.kind === 'click')
    addActivity(this.opened, open, opens)
    addActivity(this.clicked, click, clicks)
    this.#addOpenTime(opens, details.createdDate)
    this.#addClicks(clicks)
    for (const { event } of opens) this.#addPlatform(event, record.month)
    this.#addPlaces(opens, 'open')
    this.#addPlaces(clicks, 'click')
  }

  addAll(other: DetailSums): void {
    this.refused.messages += other.refused.messages
    this.refused.detailed += other.refused.detailed
    joinActivities(this.opened, other.opened)
    joinActivities(this.clicked, other.clicked)
    for (const [at, messages] of other.openTimes.entries()) this.openTimes[at]! += messages
    this.undated += other.undated
    this.reasons.addAll(other.reasons)
    this.links.addAll(other.links)
    this.platforms.addAll(other.platforms)
    this.places.addAll(other.places)
  }

  #addRefusal({ reason, complete }: Details, state: string): void {
    this.refused.messages += 1
    // Exports contain no reasons, so a message from an export may have a reason that hasn’t been read.
    if (!complete && reason === undefined) return
    this.refused.detailed += 1
    const { key, ...texts } = keyOfReason(reason ?? '')
    this.reasons.add(`${state}\0${key}`, { state, ...texts, messages: 1 })
  }

  /**
   * Counts the time from creation to the first dated open by a person. If people opened the message, but none of their
   * opens has a date, the message counts as undated.
   */
  #addOpenTime(opens: readonly Judged[], createdDate: number): void {
    const byPeople = opens.filter(isByPeople)
    if (byPeople.length === 0) return
    const first = byPeople.find(({ event }) => event.date !== null)
    if (!first) this.undated += 1
    else this.openTimes[classOf(openTimeBounds, (first.event.date! - createdDate) / 1000)]! += 1
  }

  #addClicks(clicks: readonly Judged[]): void {
    const seen = new Set<string>()
    for (const { event } of clicks) {
      const url = event.url.slice(0, longestUrl)
      this.links.add(url, { url, click: 1, clicker: seen.has(url) ? 0 : 1 })
      seen.add(url)
    }
  }

  /** Like the service, counts an open that has a browser name but no webmail name as an open in an application. */
  #addPlatform({ webmail, browser }: EventDetail, month: string): void {
    const name = webmail || browser
    const type = webmail !== '' ? 'webmail' : browser !== '' ? 'application' : ''
    this.platforms.add(`${month}\0${type}\0${name}`, { month, name, type, open: 1 })
  }

  /** A message counts once as an opener and once as a clicker, at the place where it was first opened or clicked. */
  #addPlaces(judged: readonly Judged[], kind: 'open' | 'click'): void {
    for (const [at, { event }] of judged.entries()) {
      const { country, city, latitude, longitude } = event
      const key = `${country}\0${city}\0${latitude}\0${longitude}`
      const line = { country, city, latitude, longitude, open: 0, click: 0, opener: 0, clicker: 0 }
      line[kind] = 1
      if (at === 0) line[kind === 'open' ? 'opener' : 'clicker'] = 1
      this.places.add(key, line)
    }
  }
}

/** A mailbox provider’s proxy fetches an image when the person opens the message. */
function isByPeople({ actor }: Judged): boolean {
  return actor === 'human' || actor === 'proxy'
}

function noActivity(): Activity {
  return { messages: 0, detailed: 0, byPeople: 0, by: { human: 0, machine: 0, proxy: 0, unknown: 0 } }
}

function addActivity(sum: Activity, count: number, judged: readonly Judged[]): void {
  if (count > 0) sum.messages += 1
  if (count > 0 && judged.length > 0) sum.detailed += 1
  if (count > 0 && judged.some(isByPeople)) sum.byPeople += 1
  for (const { actor } of judged) sum.by[actor] += 1
  sum.by.unknown += Math.max(0, count - judged.length)
}

function joinActivities(sum: Activity, { messages, detailed, byPeople, by }: Activity): void {
  sum.messages += messages
  sum.detailed += detailed
  sum.byPeople += byPeople
  for (const actor of ['human', 'machine', 'proxy', 'unknown'] as const) sum.by[actor] += by[actor]
}

const refusals = {
  weight: ({ messages }: Refusal) => messages,
  join(into: Refusal, { example, isOnly, messages }: Refusal) {
    into.messages += messages
    into.isOnly &&= isOnly && (into.example === example || fold(into.example) === fold(example))
  },
}

const links = {
  weight: ({ click }: LinkClicks) => click,
  join(into: LinkClicks, { click, clicker }: LinkClicks) {
    into.click += click
    into.clicker += clicker
  },
}

const platforms = {
  weight: ({ open }: PlatformOpens) => open,
  join(into: PlatformOpens, { open }: PlatformOpens) {
    into.open += open
  },
}

const places = {
  weight: ({ open, click }: PlaceCounts) => open + click,
  join(into: PlaceCounts, { open, click, opener, clicker }: PlaceCounts) {
    into.open += open
    into.click += click
    into.opener += opener
    into.clicker += clicker
  },
}
