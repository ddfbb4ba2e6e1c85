import { hasEntries, settingWithout, withCounts, withEntries } from '../../common/coverage-rules.ts'
import type { ImportResult, SettingEntries } from '../../port/archive-port.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'

/** Small values that are stored in the archive. Can be used inside or outside a transaction. */
export class SettingTable {
  readonly #run: RunSql

  constructor(run: RunSql) {
    this.#run = run
  }

  async get(name: string): Promise<unknown> {
    return (await this.all([name])).get(name) ?? null
  }

  async all(names: readonly string[]): Promise<Map<string, unknown>> {
    const rows = await this.#run(sql`SELECT name, value FROM setting WHERE name = ANY(${names}::text[])`)
    return new Map(rows.map(({ name, value }) => [String(name), JSON.parse(String(value)) as unknown]))
  }

  async set(name: string, value: unknown): Promise<void> {
    await this.#run(sql`
      INSERT INTO setting VALUES (${name}, ${JSON.stringify(value ?? null)}::json)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  }

  /**
   * Must be called in a transaction that no other writer interrupts. Resolves to false and changes nothing if the
   * setting does not have the entries in `expected`.
   */
  async change(name: string, entries: SettingEntries, expected: SettingEntries = {}): Promise<boolean> {
    const before = ((await this.get(name)) ?? {}) as SettingEntries
    if (!hasEntries(before, expected)) return false
    await this.set(name, withEntries(before, entries))
    return true
  }

  /** Removes the person’s address from all settings, because the file names in import reports may include it. */
  async erase(email: string): Promise<void> {
    for (const { name, value } of await this.#run(sql`SELECT name, value FROM setting`)) {
      const after = settingWithout(email, String(value))
      if (after !== value) await this.#run(sql`UPDATE setting SET value = ${after}::json WHERE name = ${String(name)}`)
    }
  }

  /** Adds to a setting’s counts and keeps everything else in it. */
  async addCounts(name: string, counts: ImportResult): Promise<void> {
    await this.set(name, withCounts(((await this.get(name)) ?? {}) as Partial<ImportResult>, counts))
  }
}
