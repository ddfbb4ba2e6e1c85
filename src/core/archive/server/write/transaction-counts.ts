import { metaPairs } from '#shared/domain/messages/matches.ts'
import { recipientDomain, type Message } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { clamp } from '../../../base/packs/record-set.ts'
import { dayOf, secondOfRow } from '../../engine/record/row-number.ts'
import { valueKinds, type ValueKind } from '../../common/value-kinds.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { cleaned, recipientOf } from '../record/columns.ts'
import { secondsPerQuarter } from '../record/quarters.ts'

type Counters = [messages: number, open: number, click: number, opened: number, clicked: number]
type Value = { readonly kind: ValueKind; readonly name: string; messages: number }
type Line<Key> = Key & { readonly counters: Counters }

/** Counts of a transaction: by day, value and state, by quarter of an hour and state, and by address. */
export class TransactionCounts {
  readonly #values = new Map<string, Value>()
  readonly #days = new Map<string, Line<{ day: number; value: Value; state: Value }>>()
  readonly #quarters = new Map<string, Line<{ quarter: number; state: Value }>>()
  readonly #addresses = new Map<string, { messages: number; newest: number }>()

  /** `sign` is 1 for a message’s current version, and -1 for its previous version or a removed message. */
  add(row: number, message: Message, sign: 1 | -1): void {
    const day = dayOf(row)
    const quarter = Math.floor(secondOfRow(row) / secondsPerQuarter)
    const state = this.#value(valueKinds.state, message.lastState)
    const values = new Set([
      state,
      this.#value(valueKinds.domain, recipientDomain(message.email)),
      this.#value(valueKinds.from, message.from),
      this.#value(valueKinds.key, message.apiKey),
      ...message.tags.map((tag) => this.#value(valueKinds.tag, tag)),
    ])
    const [open, click] = [clamp(message.open), clamp(message.click)]
    const counters: Counters = [sign, sign * open, sign * click, open > 0 ? sign : 0, click > 0 ? sign : 0]
    for (const value of values) {
      value.messages += sign
      const key = `${day} ${value.kind} ${state.name}\0${value.name}`
      let line = this.#days.get(key)
      if (!line) this.#days.set(key, (line = { day, value, state, counters: [0, 0, 0, 0, 0] }))
      addTo(line.counters, counters)
    }
    const key = `${quarter} ${state.name}`
    let line = this.#quarters.get(key)
    if (!line) this.#quarters.set(key, (line = { quarter, state, counters: [0, 0, 0, 0, 0] }))
    addTo(line.counters, counters)
    this.#countAddress(recipientOf(message.email), row, sign)
    if (message.meta) {
      const keys = new Set(metaPairs(message).map((pair) => this.#value(valueKinds.metaKey, pair.key)))
      for (const found of keys) found.messages += sign
    }
  }

  async write(run: RunSql): Promise<void> {
    const ids = await this.#writeValues(run)
    const idOf = ({ kind, name }: Value): number => ids.get(valueKey(kind, name))!
    await this.#writeDays(run, idOf)
    await this.#writeQuarters(run, idOf)
    await this.#writeAddresses(run)
  }

  #value(kind: ValueKind, written: string): Value {
    const name = cleaned(written)
    const key = valueKey(kind, name)
    let value = this.#values.get(key)
    if (!value) this.#values.set(key, (value = { kind, name, messages: 0 }))
    return value
  }

  #countAddress(recipient: string, row: number, sign: 1 | -1): void {
    const known = this.#addresses.get(recipient)
    if (known) {
      known.messages += sign
      known.newest = Math.max(known.newest, row)
    } else this.#addresses.set(recipient, { messages: sign, newest: row })
  }

  async #writeValues(run: RunSql): Promise<Map<string, number>> {
    const values = [...this.#values.values()]
    const [kinds, names] = [values.map(({ kind }) => kind), values.map(({ name }) => name)]
    const folded = names.map((name) => cleaned(fold(name)))
    const messages = values.map((value) => value.messages)
    const rows = await run(sql`
      INSERT INTO value (kind, name, folded, messages)
      SELECT * FROM unnest(${kinds}::smallint[], ${names}::text[], ${folded}::text[], ${messages}::bigint[])
      ON CONFLICT (kind, hashtextextended(name, 0)) DO UPDATE SET messages = value.messages + excluded.messages
      RETURNING id, kind, name`)
    return new Map(rows.map(({ id, kind, name }) => [valueKey(Number(kind) as ValueKind, String(name)), Number(id)]))
  }

  async #writeDays(run: RunSql, idOf: (value: Value) => number): Promise<void> {
    const lines = changed(this.#days)
    const [messages, open, click, opened, clicked] = columnsOf(lines)
    const days = lines.map(({ day }) => day)
    const [values, states] = [lines.map(({ value }) => idOf(value)), lines.map(({ state }) => idOf(state))]
    await run(sql`
      INSERT INTO rollup SELECT * FROM unnest(${days}::int[], ${values}::int[], ${states}::int[], ${messages}::bigint[],
        ${open}::bigint[], ${click}::bigint[], ${opened}::bigint[], ${clicked}::bigint[])
      ON CONFLICT (day, value, state) DO UPDATE SET messages = rollup.messages + excluded.messages,
        open = rollup.open + excluded.open, click = rollup.click + excluded.click,
        opened = rollup.opened + excluded.opened, clicked = rollup.clicked + excluded.clicked`)
    if (messages.every((count) => count >= 0)) return
    await run(sql`
      DELETE FROM rollup USING unnest(${days}::int[], ${values}::int[], ${states}::int[]) AS written(day, value, state)
      WHERE rollup.value = written.value AND rollup.day = written.day AND rollup.state = written.state AND messages = 0`)
  }

  async #writeQuarters(run: RunSql, idOf: (value: Value) => number): Promise<void> {
    const lines = changed(this.#quarters)
    const [messages, open, click, opened, clicked] = columnsOf(lines)
    const [quarters, states] = [lines.map(({ quarter }) => quarter), lines.map(({ state }) => idOf(state))]
    await run(sql`
      INSERT INTO quarter SELECT * FROM unnest(${quarters}::int[], ${states}::int[], ${messages}::bigint[],
        ${open}::bigint[], ${click}::bigint[], ${opened}::bigint[], ${clicked}::bigint[])
      ON CONFLICT (quarter, state) DO UPDATE SET messages = quarter.messages + excluded.messages,
        open = quarter.open + excluded.open, click = quarter.click + excluded.click,
        opened = quarter.opened + excluded.opened, clicked = quarter.clicked + excluded.clicked`)
    const reduced = lines.flatMap(({ quarter, counters }) => (counters[0] < 0 ? [quarter] : []))
    if (reduced.length > 0) await run(sql`DELETE FROM quarter WHERE messages = 0 AND quarter = ANY(${reduced}::int[])`)
  }

  async #writeAddresses(run: RunSql): Promise<void> {
    const lines = [...this.#addresses].filter(([, { messages }]) => messages !== 0)
    if (lines.length === 0) return
    const recipients = lines.map(([recipient]) => recipient)
    const newest = lines.map(([, line]) => line.newest)
    const messages = lines.map(([, line]) => line.messages)
    await run(sql`
      INSERT INTO address SELECT * FROM unnest(${recipients}::text[], ${newest}::bigint[], ${messages}::bigint[])
      ON CONFLICT (recipient) DO UPDATE SET messages = address.messages + excluded.messages,
        newest = greatest(address.newest, excluded.newest)`)
    const reduced = lines.flatMap(([recipient, line]) => (line.messages < 0 ? [recipient] : []))
    if (reduced.length > 0) {
      await run(sql`DELETE FROM address WHERE messages <= 0 AND recipient = ANY(${reduced}::text[])`)
    }
  }
}

function addTo(sums: Counters, counters: Counters): void {
  for (let at = 0; at < sums.length; at++) sums[at]! += counters[at]!
}

function changed<Key>(lines: ReadonlyMap<string, Line<Key>>): Line<Key>[] {
  return [...lines.values()].filter(({ counters }) => counters.some((count) => count !== 0))
}

function columnsOf(lines: readonly { readonly counters: Counters }[]) {
  return [0, 1, 2, 3, 4].map((at) => lines.map(({ counters }) => counters[at]!)) as [
    number[],
    number[],
    number[],
    number[],
    number[],
  ]
}

function valueKey(kind: ValueKind, name: string): string {
  return `${kind} ${name}`
}
