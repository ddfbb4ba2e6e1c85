import { actorOf, doubts } from '#shared/domain/messages/machine-opens.ts'
import { eventDetails, type EventDetail } from '#shared/domain/messages/message-events.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import { openTimeBounds, sizeBounds } from '#shared/domain/statistics/details/classes.ts'
import { generalReason } from '#shared/domain/statistics/details/general-reason.ts'
import { refusedStates } from '#shared/domain/statistics/details/refused-states.ts'

const arrived = new Set(['delivered', 'unsubscribed', 'complaint'])

type Line = Record<string, string | number | boolean | null>

/** The same figures, computed from the records alone. `monthOf` is the month of a message’s creation in the zone. */
export function recountDetails(records: readonly Message[], monthOf: (message: Message) => string) {
  const sizes = records.map(({ size }) => size).filter((size) => size > 0)
  const refused = records.filter(({ lastState }) => (refusedStates as readonly string[]).includes(fold(lastState)))
  const explained = refused.filter(({ reason, meta }) => reason !== undefined || meta !== undefined)
  const judged = records
    .filter(({ open, click }) => open + click > 0)
    .map((record) => {
      const events = eventDetails(record)
      const found = doubts(events, record)
      return { record, events: events.map((event, at) => ({ ...event, actor: actorOf(event, found[at]!) })) }
    })
  const activity = (kind: 'open' | 'click') => {
    const of = judged.filter(({ record }) => record[kind] > 0)
    const events = judged.flatMap((one) => one.events.filter((event) => event.kind === kind))
    const by = (actor: string) => events.filter((event) => event.actor === actor).length
    const missing = judged.map(({ record, events }) => record[kind] - events.filter((e) => e.kind === kind).length)
    return {
      messages: of.length,
      detailed: of.filter(({ events }) => events.some((event) => event.kind === kind)).length,
      byPeople: of.filter(({ events }) => events.some((event) => event.kind === kind && isPerson(event))).length,
      by: {
        human: by('human'),
        machine: by('machine'),
        proxy: by('proxy'),
        unknown: by('unknown') + missing.reduce((sum, count) => sum + Math.max(0, count), 0),
      },
    }
  }
  const firstOpens = judged.flatMap(({ record, events }) => {
    const byPeople = events.filter((event) => event.kind === 'open' && isPerson(event))
    const dates = byPeople.flatMap(({ date }) => (date === null ? [] : [date]))
    if (byPeople.length === 0) return []
    return [dates.length === 0 ? null : (Math.min(...dates) - record.createdDate) / 1000]
  })
  return {
    messages: records.length,
    delivered: records.filter(({ lastState }) => arrived.has(lastState)).length,
    refused: {
      messages: refused.length,
      detailed: explained.length,
      reasons: sums(
        explained.map(({ lastState, reason }) => ({
          key: `${lastState} ${fold(generalReason(fold(reason ?? ''))).toWellFormed()}`,
          messages: 1,
        })),
      ),
    },
    sizes: {
      classes: classed(sizeBounds, sizes),
      unknown: records.length - sizes.length,
      median: sizes.sort((a, b) => a - b)[Math.ceil(sizes.length / 2) - 1] ?? null,
    },
    timeToOpen: {
      classes: classed(
        openTimeBounds,
        firstOpens.filter((time) => time !== null),
      ),
      undated: firstOpens.filter((time) => time === null).length,
    },
    opened: activity('open'),
    clicked: activity('click'),
    ...listed(judged, monthOf),
  }
}

type Judged = { readonly record: Message; readonly events: readonly (EventDetail & { readonly actor: string })[] }

function listed(judged: readonly Judged[], monthOf: (message: Message) => string) {
  const all = judged.flatMap(({ record, events }) => {
    const firstOf = new Map<string, object>()
    for (const event of events) if (!firstOf.has(event.kind)) firstOf.set(event.kind, event)
    return events.map((event) => ({ ...event, record, isFirst: firstOf.get(event.kind) === event }))
  })
  return {
    links: sums(
      judged.flatMap(({ events }) => {
        const urls = events.filter(({ kind }) => kind === 'click').map(({ url }) => url)
        return urls.map((url, at) => ({ key: url, click: 1, clicker: urls.indexOf(url) === at ? 1 : 0 }))
      }),
    ),
    platforms: sums(
      all
        .filter(({ kind }) => kind === 'open')
        .map(({ record, webmail, browser }) => {
          const type = webmail ? 'webmail' : browser ? 'application' : ''
          return { key: `${monthOf(record)} ${type} ${webmail || browser}`, open: 1 }
        }),
    ),
    places: sums(
      all.map(({ kind, isFirst, country, city, latitude, longitude }) => ({
        key: JSON.stringify([country, city, latitude, longitude]),
        open: kind === 'open' ? 1 : 0,
        click: kind === 'click' ? 1 : 0,
        opener: kind === 'open' && isFirst ? 1 : 0,
        clicker: kind === 'click' && isFirst ? 1 : 0,
      })),
    ),
  }
}

/** The archive’s result in the form of the recount. */
export function comparable({ horizon: _horizon, ...details }: ArchiveDetails) {
  const { refused, links, platforms, places } = details
  return {
    ...details,
    refused: {
      ...refused,
      reasons: sums(
        refused.reasons.values.map(({ state, reason, messages }) => ({
          key: `${state} ${fold(reason)}`,
          messages,
        })),
      ),
    },
    links: sums(links.values.map(({ url, ...counts }) => ({ key: url, ...counts }))),
    platforms: sums(platforms.values.map(({ month, type, name, open }) => ({ key: `${month} ${type} ${name}`, open }))),
    places: sums(
      places.values.map(({ country, city, latitude, longitude, ...counts }) => ({
        key: JSON.stringify([country, city, latitude, longitude]),
        ...counts,
      })),
    ),
  }
}

function isPerson({ actor }: { readonly actor: string }): boolean {
  return actor === 'human' || actor === 'proxy'
}

function classed(bounds: readonly number[], values: readonly number[]): number[] {
  const among = (low: number, high: number) => values.filter((value) => value > low && value <= high).length
  return [-Infinity, ...bounds].map((low, at) => among(low, bounds[at] ?? Infinity))
}

function sums(lines: readonly (Line & { key: string })[]): Record<string, Line> {
  const found: Record<string, Line> = {}
  for (const { key, ...counts } of lines) {
    const sum = (found[key] ??= {})
    for (const [name, count] of Object.entries(counts)) sum[name] = Number(sum[name] ?? 0) + Number(count)
  }
  return found
}
