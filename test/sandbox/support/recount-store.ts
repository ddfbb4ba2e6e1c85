import { counterNames, type CounterName, type Counters } from '../../../src/sandbox/store/counting/counters.ts'
import type { Filter, MessageDetail, Store } from '../../../src/sandbox/store/index.ts'
import type { Localisation, Platform } from '../../../src/sandbox/statistics/statistics.ts'

/**
 * Recomputes the statistics from the message records, without any optimization, for tests to compare with. The
 * definitions are those of ../store/counters.ts.
 */
export function recount(store: Store, filter: Filter) {
  const messages = allMessages(store).filter((message) => matches(message, filter))
  return {
    total: messages.length,
    ids: messages.map(({ id }) => id),
    domains: sumBy(messages, ({ domain }) => [domain], counterNames),
    tags: sumBy(messages, ({ tags }) => tags, counterNames),
    activities: sumBy(messages, ({ createdDate }) => [dayOf(createdDate)], activityNames),
    bounces: sumBy(messages, ({ createdDate }) => [dayOf(createdDate)], ['requested', 'hardbounced', 'softbounced']),
    platforms: platforms(messages),
    localisations: localisations(messages),
  }
}

const activityNames = ['delivered', 'open', 'click', 'unsubscribed', 'complaint', 'opener', 'clicker'] as const

/** Newest first. */
export function allMessages(store: Store): MessageDetail[] {
  return store.messages.newest(1_000_000).map(({ id }) => store.messages.detail(id)!)
}

const dayOf = (date: number): string => String(Math.floor(date / 86_400_000) * 86_400)
const monthOf = (date: number): string => String(Date.parse(`${new Date(date).toISOString().slice(0, 7)}-01`) / 1000)
const anyOf = (asked: string[] | null | undefined, own: string[]): boolean =>
  !asked || asked.length === 0 || own.some((value) => asked.includes(value))

function matches({ createdDate, from, apiKey, tags }: MessageDetail, filter: Filter): boolean {
  const second = Math.floor(createdDate / 1000)
  if (filter.dateBegin != null && second < Math.floor(filter.dateBegin / 1000)) return false
  if (filter.dateEnd != null && second > Math.floor(filter.dateEnd / 1000)) return false
  return anyOf(filter.froms, [from]) && anyOf(filter.apiKeys, [apiKey]) && anyOf(filter.tags, tags)
}

export function countersOf(message: MessageDetail): Counters {
  const happened = (type: string): number => (message.history.some((entry) => entry.type === type) ? 1 : 0)
  const counters = Object.fromEntries(counterNames.map((name) => [name, 0])) as Counters
  const { lastState } = message
  counters.requested = 1
  if (lastState === 'unsubscribed' || lastState === 'complaint') counters.delivered = 1
  else if (lastState !== 'requested') counters[lastState] = 1
  for (const name of ['read', 'unsubscribed', 'complaint'] as const) counters[name] = happened(name)
  counters.open = message.history.filter(({ type }) => type === 'open').length
  counters.click = message.history.filter(({ type }) => type === 'click').length
  counters.opener = happened('open')
  counters.clicker = happened('click')
  return counters
}

function sumBy<Name extends CounterName>(
  messages: MessageDetail[],
  keysOf: (message: MessageDetail) => string[],
  names: readonly Name[],
): Record<string, Record<Name, number>> {
  const sums: Record<string, Record<Name, number>> = {}
  for (const message of messages) {
    const counters = countersOf(message)
    for (const key of new Set(keysOf(message))) {
      sums[key] ??= Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
      for (const name of names) sums[key][name] += counters[name]
    }
  }
  return sums
}

export const platformKey = ({ name, type }: Pick<Platform, 'name' | 'type'>): string => `${type} ${name}`

/** Opens by month and platform. */
function platforms(messages: MessageDetail[]): Record<string, Record<string, number>> {
  const months: Record<string, Record<string, number>> = {}
  for (const { createdDate, openDetails } of messages) {
    for (const { userAgent } of openDetails) {
      const type = userAgent.webmail ? 'webmail' : 'application'
      const key = platformKey({ type, name: userAgent.webmail || userAgent.browser || 'Unknown' })
      const month = (months[monthOf(createdDate)] ??= {})
      month[key] = (month[key] ?? 0) + 1
    }
  }
  return months
}

export const placeKey = ({ country, city }: Pick<Localisation, 'country' | 'city'>): string => `${country} ${city}`

function localisations(messages: MessageDetail[]): Record<string, number[]> {
  const places: Record<string, number[]> = {}
  for (const { history } of messages) {
    const seen = new Set<string>()
    for (const { type, userAgent } of history) {
      if ((type !== 'open' && type !== 'click') || !userAgent) continue
      const sums = (places[placeKey(userAgent)] ??= [0, 0, 0, 0])
      const column = type === 'open' ? 0 : 1
      sums[column]! += 1
      if (!seen.has(type)) sums[column + 2]! += 1
      seen.add(type)
    }
  }
  return places
}
