import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { counterNames, type CounterName, type Counters } from '../store/counting/counters.ts'
import { select } from '../store/counting/filter.ts'
import { firstDayOfMonth } from '../store/counting/id-time.ts'
import type { Database } from '../store/database/database.ts'
import type { Filter, Store } from '../store/index.ts'
import { clicksByLink, opensByDevice, type DeviceSums } from './details.ts'
import { addTo, countBy, eventsBy, type Sums } from './sums.ts'

const activityNames = ['delivered', 'open', 'click', 'unsubscribed', 'complaint', 'opener', 'clicker'] as const
const bounceNames = ['requested', 'hardbounced', 'softbounced'] as const
const recipientNames = [...bounceNames, 'delivered', 'open', 'click', 'unsubscribed', 'opener', 'clicker'] as const

export type Platform = {
  open: number
  name: string
  type: 'application' | 'webmail'
}

/** These are the names that the service’s clients use. */
type DeviceKind = 'computers' | 'mobiles'
export type Device = { open: number; operatingSystem: string; deviceType: string }

type Place = { country: string; city: string; latitude: number; longitude: number }
export type Localisation = Place & Pick<Counters, 'open' | 'click' | 'opener' | 'clicker'>

/**
 * The account’s statistics. ../store/counting/counters.ts defines the counters. The keys of the returned records are
 * those of the wire format: names, or the epoch seconds of a bucket as a string.
 */
export class Statistics {
  readonly #database: Database

  constructor({ database }: Pick<Store, 'database'>) {
    this.#database = database
  }

  /** Returns the sums over all days. */
  sends(filter: Filter): Counters {
    const selection = select(this.#database, filter)
    const sum: number[] = counterNames.map(() => 0)
    const days = selection ? countBy(this.#database, selection, 'day', counterNames).values() : []
    for (const values of days) values.forEach((value, at) => (sum[at]! += value))
    return named(counterNames, sum)
  }

  /** Keyed by the link’s address. The clicks add up to those of `sends`. */
  links(filter: Filter): Record<string, { click: number; clicker: number }> {
    const selection = select(this.#database, filter)
    const links = selection ? clicksByLink(this.#database, selection) : []
    return Object.fromEntries(links.map(({ url, click, clicker }) => [url, { click, clicker }]))
  }

  /** Returns one bucket per month, as for the email platforms. */
  devices(filter: Filter, kind?: DeviceKind): Record<string, Device[]> {
    const buckets: Record<string, Device[]> = {}
    for (const { month, ...entry } of this.#devices(filter, kind)) (buckets[month] ??= []).push(entry)
    return buckets
  }

  devicesTotal(filter: Filter, kind: DeviceKind): Device[] {
    const total = new Map<string, Device>()
    for (const { operatingSystem, deviceType, open } of this.#devices(filter, kind)) {
      const key = JSON.stringify([operatingSystem, deviceType])
      total.set(key, { open: open + (total.get(key)?.open ?? 0), operatingSystem, deviceType })
    }
    return [...total.values()].sort((a, b) => b.open - a.open || (a.operatingSystem < b.operatingSystem ? -1 : 1))
  }

  domains(filter: Filter): Record<string, Counters> {
    const selection = select(this.#database, filter)
    if (!selection) return {}
    const name = this.#textById('recipient_domains', 'name')
    const sums = countBy(this.#database, selection, 'domain', counterNames)
    return byRequested([...sums].map(([id, values]) => [name.get(id)!, named(counterNames, values)] as const))
  }

  tags(filter: Filter): Record<string, Counters> {
    const selection = select(this.#database, filter)
    if (!selection) return {}
    const tagsOf = this.#textById('streams', 'tags')
    const tags = new Map<string, number[]>()
    for (const [stream, values] of countBy(this.#database, selection, 'stream', counterNames)) {
      for (const tag of new Set(JSON.parse(tagsOf.get(stream)!) as string[])) {
        const sums = tags.get(tag)
        tags.set(tag, sums ? sums.map((value, at) => value + values[at]!) : values)
      }
    }
    return byRequested([...tags].map(([tag, values]) => [tag, named(counterNames, values)] as const))
  }

  /** Returns one bucket per UTC day that has messages. */
  activities(filter: Filter) {
    return this.#perDay(filter, activityNames)
  }

  bounces(filter: Filter) {
    return this.#perDay(filter, bounceNames)
  }

  /** Returns one bucket per month, keyed by its first day. If no type is given, both types are included. */
  emailPlatforms(filter: Filter, type?: Platform['type']): Record<string, Platform[]> {
    const selection = select(this.#database, filter)
    if (!selection) return {}
    const months = [...eventsBy(this.#database, selection, 'platform')].sort((a, b) => a[0] - b[0])
    const buckets: Record<string, Platform[]> = {}
    for (const [month, sums] of months) {
      const entries = this.#platforms(sums, type)
      if (entries.length > 0) buckets[firstDayOfMonth(month) * secondsPerDay] = entries
    }
    return buckets
  }

  /** Returns the sum over all months and platforms of the type. */
  emailPlatformOpens(filter: Filter, type: Platform['type']): { open: number } {
    const platforms = this.#platforms(this.#allMonths(filter, 'platform'), type)
    return { open: platforms.reduce((sum, { open }) => sum + open, 0) }
  }

  localisations(filter: Filter): Localisation[] {
    const rows = this.#database.sql('SELECT id, country, city, latitude, longitude FROM locations').all()
    const places = new Map(rows.map(({ id, ...place }) => [Number(id), place]))
    const all: Localisation[] = []
    for (const [id, [open = 0, click = 0, opener = 0, clicker = 0]] of this.#allMonths(filter, 'location')) {
      if (open + click > 0) all.push({ open, click, opener, clicker, ...(places.get(id) as Place) })
    }
    return all.sort((a, b) => b.open - a.open || b.click - a.click || (a.city < b.city ? -1 : 1))
  }

  /** Returns counts even for an address without messages. All of them are zero then. */
  recipient(email: string) {
    const row = this.#database.arrays(`SELECT ${recipientNames.join(', ')} FROM recipients WHERE email = ?`)
    const values = row.get(email.toLowerCase()) as unknown as number[] | undefined
    return named(recipientNames, values ?? [])
  }

  #perDay<Name extends CounterName>(filter: Filter, wanted: readonly Name[]): Record<string, Record<Name, number>> {
    const selection = select(this.#database, filter)
    if (!selection) return {}
    // `requested` is counted as well, because it shows which days have messages. On a partial day, the other counters
    // may be zero although it has some, because its parts cancel out.
    const sums = [...countBy(this.#database, selection, 'day', ['requested', ...wanted])]
    const days = sums.filter(([, values]) => values[0]! > 0).sort((a, b) => a[0] - b[0])
    return Object.fromEntries(days.map(([day, values]) => [day * secondsPerDay, named(wanted, values.slice(1))]))
  }

  #platforms(sums: Sums, type: Platform['type'] | undefined): Platform[] {
    const rows = this.#database.arrays('SELECT id, name, type FROM platforms').all() as unknown as [
      number,
      string,
      Platform['type'],
    ][]
    const platforms = new Map(rows.map(([id, name, kind]) => [id, { name, type: kind }]))
    return [...sums]
      .map(([id, values]) => ({ open: values[0]!, ...platforms.get(id)! }))
      .filter((entry) => entry.open > 0 && (!type || entry.type === type))
      .sort(byOpens)
  }

  #devices(filter: Filter, kind: DeviceKind | undefined): DeviceSums[] {
    const selection = select(this.#database, filter)
    const opens = selection ? opensByDevice(this.#database, selection) : []
    return opens
      .map((sums) => ({ ...sums, deviceType: deviceNames[sums.deviceType] ?? sums.deviceType }))
      .filter(({ deviceType }) => !kind || (deviceType === 'Computer') === (kind === 'computers'))
  }

  #allMonths(filter: Filter, kind: 'platform' | 'location'): Sums {
    const selection = select(this.#database, filter)
    const total: Sums = new Map()
    if (!selection) return total
    for (const sums of eventsBy(this.#database, selection, kind).values()) {
      for (const [key, values] of sums) addTo(total, key, values, 1)
    }
    return total
  }

  #textById(table: string, column: string): Map<number, string> {
    return new Map(this.#database.arrays(`SELECT id, ${column} FROM ${table}`).all() as unknown as [number, string][])
  }
}

function named<Name extends CounterName>(names: readonly Name[], values: readonly number[]): Record<Name, number> {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? 0])) as Record<Name, number>
}

const deviceNames: Readonly<Record<string, string>> = { desktop: 'Computer', mobile: 'Mobile', tablet: 'Tablet' }

/** Sorts by opens, largest first, and then by name. */
function byOpens(a: { open: number; name: string }, b: { open: number; name: string }): number {
  return b.open - a.open || (a.name < b.name ? -1 : 1)
}

function byRequested(rows: (readonly [string, Counters])[]): Record<string, Counters> {
  const counted = rows.filter(([, counters]) => counters.requested > 0)
  return Object.fromEntries(counted.sort((a, b) => b[1].requested - a[1].requested || (a[0] < b[0] ? -1 : 1)))
}
