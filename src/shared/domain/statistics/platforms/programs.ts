import type { PlatformOpens } from '../../../contract/statistics.ts'
import type { CsvTable } from '../csv-text.ts'
import { isNoName } from '../no-name.ts'

export type Program = {
  readonly id: string
  readonly name: string
  readonly isUnknown: boolean
  readonly open: number
  /** Opens by month, such as `2026-11`. */
  readonly months: ReadonlyMap<string, number>
  /** Most used first. If there is a single entry without a number, the program has no versions. */
  readonly versions: readonly Version[]
}
type Version = { readonly name: string; readonly open: number }

/** The service has the types `webmail` and `application`, and may have others. `all` includes every type. */
export type ProgramType = 'all' | 'webmail' | 'application'

type Growing = {
  name: string
  type: string
  open: number
  months: Map<string, number>
  versions: Map<string, number>
}

const unknown = 'Unknown'

/**
 * Returns all programs of a type with their versions. The most used ones come first, and programs without a name last.
 */
export function programsOf(platforms: readonly PlatformOpens[], type: ProgramType): Program[] {
  const found = new Map<string, Growing>()
  const read = new Map<string, NameAndVersion>()
  for (const platform of platforms) {
    if (type !== 'all' && platform.type.toLowerCase() !== type) continue
    const split = read.get(platform.name) ?? programOf(platform.name)
    read.set(platform.name, split)
    const kind = platform.type.toLowerCase()
    // For an unknown program, the type is only a guess by the service, so all types share a line. Any other program has
    // a separate line for each type.
    const key = split.name === '' ? '' : `${split.name.toLowerCase()}\n${kind}`
    let program = found.get(key)
    if (!program) {
      program = { name: split.name, type: kind, open: 0, months: new Map(), versions: new Map() }
      found.set(key, program)
    }
    program.open += platform.open
    add(program.months, platform.month, platform.open)
    add(program.versions, split.version, platform.open)
  }
  const names = new Map<string, number>()
  for (const { name } of found.values()) add(names, name.toLowerCase(), 1)
  return [...found].map(([id, program]) => finished(id, program, names)).sort(byUse)
}

function finished(id: string, { name, type, open, months, versions }: Growing, names: Map<string, number>): Program {
  const isShared = (names.get(name.toLowerCase()) ?? 0) > 1
  return {
    id,
    name: name === '' ? unknown : isShared && type !== '' ? `${name} (${type})` : name,
    isUnknown: name === '',
    open,
    months,
    versions: [...versions]
      .map(([version, count]) => ({ name: version === '' ? `${name}, no version` : `${name} ${version}`, open: count }))
      .sort((a, b) => b.open - a.open),
  }
}

function byUse(a: Program, b: Program): number {
  return Number(a.isUnknown) - Number(b.isUnknown) || b.open - a.open
}

type NameAndVersion = { readonly name: string; readonly version: string }

/**
 * Separates a program’s name from its version, which starts with the first number after the name, as `18` or `v18`:
 * "Apple Mail 18 (iPad)" is Apple Mail.
 */
export function programOf(text: string): NameAndVersion {
  const words = text.slice(0, 200).replaceAll('/', ' ').split(' ').filter(Boolean)
  const at = words.findIndex((word, place) => place > 0 && /^v?\d/i.test(word))
  const name = (at < 0 ? words : words.slice(0, at)).join(' ')
  if (isNoName(name)) return { name: '', version: '' }
  return { name, version: at < 0 ? '' : words.slice(at).join(' ') }
}

export function programTable(programs: readonly Program[], months: readonly string[]): CsvTable {
  return {
    head: ['Program', 'Opens', ...months],
    rows: programs.map(({ name, open, months: opens }) => [
      name,
      open,
      ...months.map((month) => opens.get(month) ?? 0),
    ]),
  }
}

/** The maximum number of months that fit side by side in a drawing. */
const mostMonths = 120

/**
 * Returns all months from the first to the last, including months without opens. If there are too many, perhaps because
 * a date is wrong, returns only the newest months that have opens. Opens in an unknown month are in none of them.
 */
export function monthsOf(platforms: readonly PlatformOpens[]): string[] {
  const known = [...new Set(platforms.map(({ month }) => month))]
    .map(numberOf)
    .filter((month) => month !== null)
    .sort((a, b) => a - b)
  if (known.length === 0) return []
  const [first, last] = [known[0]!, known.at(-1)!]
  const isShort = last - first < mostMonths
  const listed = isShort ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : known.slice(-mostMonths)
  return listed.map(textOf)
}

function numberOf(month: string): number | null {
  const parts = /^(\d{4})-(\d{2})$/.exec(month)
  return parts && Number(parts[1]) * 12 + Number(parts[2]) - 1
}

function textOf(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
