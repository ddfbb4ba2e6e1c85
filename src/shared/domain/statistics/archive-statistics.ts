import type { StatisticsGroup } from '../../contract/statistics.ts'
import type { CommandOutput } from '../../contract/table.ts'
import type { Query } from '../query/ast.ts'
import type { ReadingContext } from '../query/period.ts'

export type ArchiveStatistics = CommandOutput<'statistics.archive'>

export type ArchiveDetails = CommandOutput<'statistics.details'>

export type StatisticsRequest = {
  query: Query
  context: ReadingContext
  groups: readonly StatisticsGroup[]
  metaKey: string | null
  /** The number of values listed per group, largest first. */
  limit: number
}
