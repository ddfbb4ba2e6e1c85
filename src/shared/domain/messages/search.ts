import type { ListedField, Sort } from '../../contract/messages.ts'
import type { CommandOutput } from '../../contract/table.ts'
import type { Query, TextField } from '../query/ast.ts'
import type { ReadingContext } from '../query/period.ts'

export type { Count, ListedField, Sort, SortField } from '../../contract/messages.ts'

export const newestFirst: Sort = { field: 'created', descending: true }

export type SearchRequest = {
  query: Query
  context: ReadingContext
  sort?: Sort
  /** Position of the first requested row. */
  offset?: number
  limit?: number
}

export type SearchAnswer = CommandOutput<'messages.search'>

export type PositionsRequest = Pick<SearchRequest, 'query' | 'context' | 'sort'> & { rows: readonly number[] }

export type PositionsAnswer = CommandOutput<'messages.positions'>

export type CountAnswer = CommandOutput<'messages.count'>

export type HistogramAnswer = CommandOutput<'messages.histogram'>

export type ValuesRequest = {
  field: ListedField
  key?: string | null
  prefix: string
  limit?: number
  /** If given, only this search’s matches are counted. */
  search?: Pick<SearchRequest, 'query' | 'context'>
}

export type NearestRequest = { word: string; field: TextField | null }

export type ListedValue = CommandOutput<'messages.values'>[number]
