import { joinPeriods, missingPeriods, type Horizon, type Period } from '#shared/domain/archive/horizon.ts'
import { clippedTo, coverageKinds, horizonOf, type CoverageKind } from '../../common/coverage-rules.ts'
import type { HorizonChange } from '../../port/archive-port.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { SettingTable } from './setting-table.ts'

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

  async clip(period: Period): Promise<void> {
    for (const kind of ['records', 'details'] as const) {
      await this.#write(kind, clippedTo(period, await this.#periods(kind)))
    }
  }

  async horizon(): Promise<Horizon> {
    const settings = await this.#settings.all(['wantedFrom', 'opensRefreshedUntil', 'lastSync'])
    const numberOf = (name: string): number | null => (settings.get(name) as number | undefined) ?? null
    return horizonOf({
      records: await this.#periods('records'),
      details: await this.#periods('details'),
      wantedFrom: numberOf('wantedFrom'),
      opensRefreshedUntil: numberOf('opensRefreshedUntil'),
      lastSync: numberOf('lastSync'),
    })
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
