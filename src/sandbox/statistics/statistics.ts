import { counterNames, type CounterName, type Counters } from '../store/counting/counters.ts'
import { select } from '../store/counting/filter.ts'
import { firstDayOfMonth } from '../store/counting/id-time.ts'
import type { Filter, Store } from '../store/index.ts'
import { addTo, countBy, eventsBy, type Sums } from './sums.ts'
import type { Localisation, Platform, Statistics } from './types.ts'

const activityNames = ['delivered', 'open', 'click', 'unsubscribed', 'complaint', 'opener', 'clicker'] as const
const bounceNames = ['requested', 'hardbounced', 'softbounced'] as const
const recipientNames = [
  ...(['requested', 'delivered', 'open', 'click', 'unsubscribed', 'opener', 'clicker'] as const),
  ...(['hardbounced', 'softbounced'] as const),
]

function named<Name extends CounterName>(names: readonly Name[], values: readonly number[]): Record<Name, number> {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? 0])) as Record<Name, number>
}

/** Greatest first, then by name: the order in which a reader looks for them. */
const byOpens = (a: { open: number; name: string }, b: { open: number; name: string }): number =>
  b.open - a.open || (a.name < b.name ? -1 : 1)

/** See ../store/counters.ts for what each counter means. */
export function createStatistics(store: Store): Statistics {
  const { database } = store
  const names = (table: string, column: string): Map<number, string> =>
    new Map(database.arrays(`SELECT id, ${column} FROM ${table}`).all() as unknown as [number, string][])

  function perDay<Name extends CounterName>(
    filter: Filter,
    wanted: readonly Name[],
  ): Record<string, Record<Name, number>> {
    const selection = select(database, filter)
    if (!selection) return {}
    // `requested` tells the days that have messages from those where the parts of a cut day cancel out.
    const sums = [...countBy(database, selection, 'day', ['requested', ...wanted])]
    const days = sums.filter(([, values]) => values[0]! > 0).sort((a, b) => a[0] - b[0])
    return Object.fromEntries(days.map(([day, values]) => [day * 86_400, named(wanted, values.slice(1))]))
  }

  function platforms(sums: Sums, type: Platform['type'] | undefined): Platform[] {
    const all = database.arrays('SELECT id, name, type FROM platforms').all() as unknown as [
      number,
      string,
      Platform['type'],
    ][]
    const known = new Map(all.map(([id, name, kind]) => [id, { name, type: kind }]))
    return [...sums]
      .map(([id, values]) => ({ open: values[0]!, ...known.get(id)! }))
      .filter((entry) => entry.open > 0 && (!type || entry.type === type))
      .sort(byOpens)
  }

  function allMonths(filter: Filter, kind: 'platform' | 'location'): Sums {
    const selection = select(database, filter)
    const total: Sums = new Map()
    if (!selection) return total
    for (const sums of eventsBy(database, selection, kind).values()) {
      for (const [key, values] of sums) addTo(total, key, values, 1)
    }
    return total
  }

  return {
    domains(filter) {
      const selection = select(database, filter)
      if (!selection) return {}
      const name = names('recipient_domains', 'name')
      const sums = countBy(database, selection, 'domain', counterNames)
      const rows = [...sums].map(([id, values]) => [name.get(id)!, named(counterNames, values)] as const)
      return byRequested(rows)
    },
    tags(filter) {
      const selection = select(database, filter)
      if (!selection) return {}
      const tagsOf = names('streams', 'tags')
      const tags = new Map<string, number[]>()
      for (const [stream, values] of countBy(database, selection, 'stream', counterNames)) {
        for (const tag of new Set(JSON.parse(tagsOf.get(stream)!) as string[])) {
          const known = tags.get(tag)
          tags.set(tag, known ? known.map((value, at) => value + values[at]!) : values)
        }
      }
      return byRequested([...tags].map(([tag, values]) => [tag, named(counterNames, values)] as const))
    },
    activities: (filter) => perDay(filter, activityNames),
    bounces: (filter) => perDay(filter, bounceNames),
    emailPlatforms(filter, type) {
      const selection = select(database, filter)
      if (!selection) return {}
      const months = [...eventsBy(database, selection, 'platform')].sort((a, b) => a[0] - b[0])
      const answer: Record<string, Platform[]> = {}
      for (const [month, sums] of months) {
        const entries = platforms(sums, type)
        if (entries.length > 0) answer[firstDayOfMonth(month) * 86_400] = entries
      }
      return answer
    },
    emailPlatformsTotal: (filter, type) => platforms(allMonths(filter, 'platform'), type),
    localisations(filter) {
      const rows = database.sql('SELECT id, country, city, latitude, longitude FROM locations').all()
      const places = new Map(rows.map(({ id, ...place }) => [Number(id), place]))
      const all: Localisation[] = []
      for (const [id, [open = 0, click = 0, opener = 0, clicker = 0]] of allMonths(filter, 'location')) {
        const place = places.get(id) as Pick<Localisation, 'country' | 'city' | 'latitude' | 'longitude'>
        if (open + click > 0) all.push({ open, click, opener, clicker, ...place })
      }
      return all.sort((a, b) => b.open - a.open || b.click - a.click || (a.city < b.city ? -1 : 1))
    },
    recipient(email) {
      const row = database.arrays(`SELECT ${recipientNames.join(', ')} FROM recipients WHERE email = ?`)
      const values = row.get(email.toLowerCase()) as unknown as number[] | undefined
      return values ? named(recipientNames, values) : null
    },
  }
}

function byRequested(rows: (readonly [string, Counters])[]): Record<string, Counters> {
  const seen = rows.filter(([, counters]) => counters.requested > 0)
  return Object.fromEntries(seen.sort((a, b) => b[1].requested - a[1].requested || (a[0] < b[0] ? -1 : 1)))
}
