import { joinPeriods, missingPeriods, type Horizon, type Period } from '#shared/domain/archive/horizon.ts'
import type { HorizonChange } from '../../port/archive-port.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { SettingTable } from './setting-table.ts'

/** `records`: periods that were read at all; `details`: periods read with metadata, reasons, opens and clicks. */
const coverageKinds = { records: 0, details: 1 } as const
type CoverageKind = keyof typeof coverageKinds

export class CoverageTable {
  readonly #run: RunSql
  readonly #settings: SettingTable

  constructor(run: RunSql) {
    this.#run = run
    this.#settings = new SettingTable(run)
  }

  async move(change: HorizonChange): Promise<void> {
    await this.#cover('records', change.covered)
    await this.#cover('details', change.detailsCovered)
    const { opensRefreshedUntil, lastSync } = change
    if (opensRefreshedUntil !== undefined) await this.#settings.set('opensRefreshedUntil', opensRefreshedUntil)
    if (lastSync !== undefined) await this.#settings.set('lastSync', lastSync)
  }

  /** Marks periods as no longer covered by details. */
  async uncoverDetails(periods: readonly Period[]): Promise<void> {
    if (periods.length === 0) return
    const covered = await this.#periods('details')
    if (covered.length === 0) return
    const removed = joinPeriods(periods)
    await this.#write(
      'details',
      covered.flatMap((period) => missingPeriods(removed, period)),
    )
  }

  async clip({ from, to }: Period): Promise<void> {
    for (const kind of ['records', 'details'] as const) {
      const kept = (await this.#periods(kind)).filter((period) => period.to >= from && period.from <= to)
      const clipped = kept.map((period) => ({ from: Math.max(period.from, from), to: Math.min(period.to, to) }))
      await this.#write(kind, clipped)
    }
  }

  async horizon(): Promise<Horizon> {
    const covered = await this.#periods('records')
    const settings = await this.#settings.all(['wantedFrom', 'opensRefreshedUntil', 'lastSync'])
    const numberOf = (name: string): number | null => (settings.get(name) as number | undefined) ?? null
    const from = numberOf('wantedFrom') ?? covered[0]?.from ?? null
    const until = covered.at(-1)?.to ?? null
    const whole = from !== null && until !== null ? { from, to: until } : null
    return {
      completeFrom: whole ? Math.max(whole.from, covered[0]!.from) : null,
      completeUntil: until,
      gaps: whole ? missingPeriods(covered, whole) : [],
      detailGaps: whole ? missingPeriods(await this.#periods('details'), whole) : [],
      opensRefreshedUntil: numberOf('opensRefreshedUntil'),
      lastSync: numberOf('lastSync'),
    }
  }

  async #cover(kind: CoverageKind, period: Period | undefined): Promise<void> {
    if (!period || period.from > period.to) return
    await this.#write(kind, joinPeriods([...(await this.#periods(kind)), period]))
  }

  async #periods(kind: CoverageKind): Promise<Period[]> {
    const rows = await this.#run(
      sql`SELECT start, stop FROM coverage WHERE kind = ${coverageKinds[kind]} ORDER BY start`,
    )
    return rows.map(({ start, stop }) => ({ from: Number(start), to: Number(stop) }))
  }

  async #write(kind: CoverageKind, periods: readonly Period[]): Promise<void> {
    const id = coverageKinds[kind]
    const [starts, stops] = [periods.map(({ from }) => from), periods.map(({ to }) => to)]
    await this.#run(sql`DELETE FROM coverage WHERE kind = ${id}`)
    await this.#run(
      sql`INSERT INTO coverage SELECT ${id}::smallint, * FROM unnest(${starts}::bigint[], ${stops}::bigint[])`,
    )
  }
}
