import { LetterIndex } from './letter-index.ts'
import { NameList, UsedNames } from './name-list.ts'

/** A blacklist entry as this room reads and shows it. */
export type Entry = {
  readonly email: string
  /** Epoch seconds; 0 if the service returns no date. */
  readonly date: number
  readonly reason: string
  /** A custom list’s name; empty for the account-wide list. */
  readonly list: string
}

export type Columns = {
  /** The local parts of the addresses, one after another, in UTF-8. */
  readonly locals: Buffer
  /** Where each row’s part begins in `locals`, plus the end of the last part. */
  readonly starts: Uint32Array
  readonly domains: Uint32Array
  readonly dates: Uint32Array
  readonly reasons: Uint32Array
  readonly lists: Uint32Array
}

const firstRoom = 1024
const noRows: readonly number[] = []

/**
 * One list’s entries as columns: a million entries take up about 45 MB, and 8 MB more after a search; as objects they would
 * take up 300 MB. Addresses are looked up in a hash table, so that entries read twice are found while they are being added.
 */
export class EntryTable {
  readonly domainNames: NameList
  readonly reasonTexts: NameList
  readonly listNames: NameList
  readonly #letters = new LetterIndex()
  #columns: Columns
  #count = 0
  #bytes = 0
  /** The row plus 1, at the slot of its hash; 0 if free. Built at the first look-up in a table read from disk. */
  #slots: Int32Array | null

  constructor(names: { domains?: string[]; reasons?: string[]; lists?: string[] } = {}, loaded?: Columns) {
    this.domainNames = new NameList(names.domains)
    this.reasonTexts = new NameList(names.reasons)
    this.listNames = new NameList(names.lists ?? [''])
    this.#columns = loaded ?? emptyColumns(firstRoom, firstRoom * 16)
    this.#slots = loaded ? null : new Int32Array(firstRoom * 4)
    if (loaded) {
      this.#count = loaded.dates.length
      this.#bytes = loaded.starts[this.#count]!
    }
  }

  get count(): number {
    return this.#count
  }

  /** Only the first `count` rows of these columns are in use. */
  get columns(): Columns {
    return this.#columns
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The index of the addresses’ trigrams, brought up to date with every row of the table. */
  get letters(): LetterIndex {
    this.#letters.follow(this.#columns, this.#count)
    return this.#letters
  }

  emailAt(row: number): string {
    const { locals, starts, domains } = this.#columns
    const local = locals.toString('utf8', starts[row]!, starts[row + 1]!)
    const domain = this.domainNames.at(domains[row]!)
    return domain === '' ? local : `${local}@${domain}`
  }

  entryAt(row: number): Entry {
    const { dates, reasons, lists } = this.#columns
    return {
      email: this.emailAt(row),
      date: dates[row]!,
      reason: this.reasonTexts.at(reasons[row]!),
      list: this.listNames.at(lists[row]!),
    }
  }

  /** Adds an entry, or updates the entry with the same address and custom list. */
  put({ email, date, reason, list }: Entry): 'added' | 'changed' | 'known' {
    const [local, domain] = splitAddress(email)
    const domainCode = this.domainNames.codeOf(domain)
    const listCode = this.listNames.codeOf(list)
    const row = this.#append(local, domainCode)
    const { columns } = this
    const slot = this.#slotOf(row, listCode)
    const found = this.#slots![slot]! - 1
    if (found < 0) {
      columns.lists[row] = listCode
      columns.dates[row] = date
      columns.reasons[row] = this.reasonTexts.codeOf(reason)
      this.#slots![slot] = row + 1
      this.#count++
      this.#bytes = columns.starts[row + 1]!
      return 'added'
    }
    if (columns.dates[found] === date) return 'known'
    columns.dates[found] = date
    columns.reasons[found] = this.reasonTexts.codeOf(reason)
    return 'changed'
  }

  /** An address’s rows: one for each custom list it is on. */
  rowsOf(email: string): readonly number[] {
    return this.rowsOfPlain(plainAddress(email))
  }

  /** Like `rowsOf`, but takes an address returned by `plainAddress`. */
  rowsOfPlain(plain: string): readonly number[] {
    const at = plain.lastIndexOf('@')
    const local = at < 0 ? plain : plain.slice(0, at)
    const domainCode = this.domainNames.find(at < 0 ? '' : plain.slice(at + 1))
    if (domainCode === undefined || this.#count === 0) return noRows
    const row = this.#append(local, domainCode)
    const slots = this.#allSlots()
    const mask = slots.length - 1
    let rows: number[] | null = null
    for (let place = this.#hashOf(row) & mask; slots[place] !== 0; place = (place + 1) & mask) {
      const other = slots[place]! - 1
      if (!this.#hasSameAddress(other, row)) continue
      if (rows === null) rows = [other]
      else rows.push(other)
    }
    return rows ?? noRows
  }

  has({ email, list }: Entry): boolean {
    const code = this.listNames.find(list)
    return this.rowsOf(email).some((row) => this.#columns.lists[row] === code)
  }

  /** Copies the rows to a separate table in this order. Domains and reasons not used by these rows are left out. */
  *reordered(rows: Uint32Array, turn: number): Generator<void, EntryTable> {
    const from = this.#columns
    const [domains, reasons] = [new UsedNames(this.domainNames), new UsedNames(this.reasonTexts)]
    const columns = emptyColumns(rows.length, this.#bytes)
    let end = 0
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!
      columns.domains[at] = domains.codeOf(from.domains[row]!)
      columns.dates[at] = from.dates[row]!
      columns.reasons[at] = reasons.codeOf(from.reasons[row]!)
      columns.lists[at] = from.lists[row]!
      const stop = from.starts[row + 1]!
      for (let byte = from.starts[row]!; byte < stop; byte++) columns.locals[end++] = from.locals[byte]!
      columns.starts[at + 1] = end
      if (at % turn === turn - 1) yield
    }
    return new EntryTable({ ...this.names(), domains: domains.texts, reasons: reasons.texts }, columns)
  }

  /** Whether a domain or reason is no longer used since rows were removed. */
  hasUnusedNames(): boolean {
    const { domains, reasons } = this.#columns
    return this.domainNames.hasMoreThan(domains, this.#count) || this.reasonTexts.hasMoreThan(reasons, this.#count)
  }

  clone(): EntryTable {
    const { locals, ...numbers } = this.#columns
    const copied = Object.fromEntries(
      Object.entries(numbers).map(([name, column]) => [
        name,
        column.slice(0, this.#count + (name === 'starts' ? 1 : 0)),
      ]),
    ) as Omit<Columns, 'locals'>
    return new EntryTable(this.names(), { ...copied, locals: Buffer.from(locals.subarray(0, this.#bytes)) })
  }

  /** Returns equal values for equal sets of entries, even if they were added in a different order. */
  fingerprint(): string {
    const { dates, domains, lists } = this.#columns
    const domainHashes = Uint32Array.from(this.domainNames.all(), hashOfText)
    const listHashes = Uint32Array.from(this.listNames.all(), hashOfText)
    let [sum, mixed] = [0, 0]
    for (let row = 0; row < this.#count; row++) {
      const hash = Math.imul(this.#hashOfLocal(row, domainHashes[domains[row]!]!) ^ dates[row]!, 0x9e3779b1)
      const whole = hash ^ listHashes[lists[row]!]!
      sum = (sum + whole) | 0
      mixed = (mixed + Math.imul(whole ^ (whole >>> 15), 0x85ebca6b)) | 0
    }
    return `${this.#count} ${sum} ${mixed}`
  }

  names(): { domains: string[]; reasons: string[]; lists: string[] } {
    return { domains: this.domainNames.all(), reasons: this.reasonTexts.all(), lists: this.listNames.all() }
  }

  /** Writes an address after the last row, where it is compared with others. It becomes a row if it is new. */
  #append(local: string, domain: number): number {
    const row = this.#count
    this.#makeRoom(row, local.length * 3)
    const { locals, starts, domains } = this.#columns
    starts[row] = this.#bytes
    starts[row + 1] = this.#bytes + locals.write(local, this.#bytes)
    domains[row] = domain
    return row
  }

  #makeRoom(row: number, bytes: number): void {
    const { locals, dates } = this.#columns
    const rows = row < dates.length ? dates.length : dates.length * 2 + 1
    const size = this.#bytes + bytes <= locals.length ? locals.length : (locals.length + bytes) * 2
    if (rows === dates.length && size === locals.length) return
    const larger = emptyColumns(rows, size)
    locals.copy(larger.locals, 0, 0, this.#bytes)
    for (const name of ['starts', 'domains', 'dates', 'reasons', 'lists'] as const)
      larger[name].set(this.#columns[name])
    this.#columns = larger
  }

  /** The slot of the row with the same address as `row` on this custom list, or the free slot where it belongs. */
  #slotOf(row: number, list: number): number {
    const slots = this.#allSlots()
    const mask = slots.length - 1
    let at = this.#hashOf(row) & mask
    for (; slots[at] !== 0; at = (at + 1) & mask) {
      const other = slots[at]! - 1
      if (this.#columns.lists[other] === list && this.#hasSameAddress(other, row)) break
    }
    return at
  }

  #allSlots(): Int32Array {
    if (this.#slots !== null && this.#count * 2 < this.#slots.length) return this.#slots
    let length = firstRoom * 4
    while (length < this.#count * 4) length *= 2
    const slots = new Int32Array(length)
    for (let row = 0; row < this.#count; row++) {
      let at = this.#hashOf(row) & (length - 1)
      while (slots[at] !== 0) at = (at + 1) & (length - 1)
      slots[at] = row + 1
    }
    return (this.#slots = slots)
  }

  #hashOf(row: number): number {
    return this.#hashOfLocal(row, this.#columns.domains[row]!)
  }

  /** FNV-1a with its bits mixed at the end, because the low bits choose the slot. */
  #hashOfLocal(row: number, domain: number): number {
    const { locals, starts } = this.#columns
    let hash = 0x811c9dc5 ^ domain
    for (let at = starts[row]!, end = starts[row + 1]!; at < end; at++) {
      hash = Math.imul(hash ^ locals[at]!, 0x01000193)
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return hash ^ (hash >>> 13)
  }

  #hasSameAddress(one: number, other: number): boolean {
    const { locals, starts, domains } = this.#columns
    const [first, second] = [starts[one]!, starts[other]!]
    const length = starts[one + 1]! - first
    if (domains[one] !== domains[other] || starts[other + 1]! - second !== length) return false
    for (let at = 0; at < length; at++) if (locals[first + at] !== locals[second + at]) return false
    return true
  }
}

/** Addresses are compared case-insensitively, as services do. */
export function plainAddress(email: string): string {
  return email.trim().toLowerCase().toWellFormed()
}

function splitAddress(email: string): [local: string, domain: string] {
  const plain = plainAddress(email)
  const at = plain.lastIndexOf('@')
  return at < 0 ? [plain, ''] : [plain.slice(0, at), plain.slice(at + 1)]
}

function hashOfText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

function emptyColumns(rows: number, bytes: number): Columns {
  return {
    locals: Buffer.alloc(bytes),
    starts: new Uint32Array(rows + 1),
    domains: new Uint32Array(rows),
    dates: new Uint32Array(rows),
    reasons: new Uint32Array(rows),
    lists: new Uint32Array(rows),
  }
}
