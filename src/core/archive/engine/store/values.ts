import type { IdentifyingValue } from '../../common/identifying-values.ts'
import { valueKinds, type ValueKind } from '../../common/value-kinds.ts'
import type { Database } from '../file/database.ts'

/** Represents repeating names by small numbers. */
export class Values {
  readonly #database: Database
  readonly #ids = new Map<ValueKind, Map<string, number>>()

  constructor(database: Database) {
    this.#database = database
    this.reload()
  }

  /** Must be called after a failed transaction, which also rolled back its new names. */
  reload(): void {
    this.#ids.clear()
    for (const kind of Object.values(valueKinds)) this.#ids.set(kind, new Map())
    for (const { id, kind, name } of this.#database.iterate('SELECT id, kind, name FROM value')) {
      this.#ids.get(Number(kind) as ValueKind)?.set(String(name), Number(id))
    }
  }

  id(kind: ValueKind, name: string): number {
    const known = this.#ids.get(kind)!
    const id = known.get(name)
    if (id !== undefined) return id
    // The file cannot store a lone surrogate, so such names would remain distinct only until the next start.
    if (!name.isWellFormed()) return this.id(kind, name.toWellFormed())
    const row = this.#database.get('INSERT INTO value (kind, name) VALUES (?, ?) RETURNING id', kind, name)!
    known.set(name, Number(row.id))
    return Number(row.id)
  }

  /** Removes those of the given values that no longer occur in any message, and the days on which they were counted. */
  removeUnused(values: readonly IdentifyingValue[]): void {
    for (const { kind, name } of new Map(values.map((value) => [`${value.kind} ${value.name}`, value])).values()) {
      const known = this.#ids.get(kind)!
      const id = known.get(name.toWellFormed())
      if (id === undefined) continue
      const removed = this.#database.run('DELETE FROM value WHERE id = ? AND messages = 0', id)
      if (removed === 0) continue
      this.#database.run('DELETE FROM rollup WHERE value = ?', id)
      known.delete(name.toWellFormed())
    }
  }
}
