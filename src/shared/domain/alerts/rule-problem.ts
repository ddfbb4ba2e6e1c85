import type { AlertCondition, AlertRule } from '../../contract/alerts.ts'
import { mostDays } from '../../contract/base/alerts-limits.ts'
import type { Query } from '../query/ast.ts'
import { parse } from '../query/parse.ts'
import { isWorseBelow } from './measures.ts'

/** Returns a sentence that says why a rule cannot be saved, or null if it can. */
export function ruleProblem({
  name,
  search,
  condition,
}: Pick<AlertRule, 'name' | 'search' | 'condition'>): string | null {
  if (name.trim() === '') return 'The rule has no name. Enter one.'
  return searchProblem(search) ?? conditionProblem(condition)
}

function searchProblem(search: string): string | null {
  const { query, errors } = parse(search)
  const [error] = errors
  if (error) return `${error.message} ${error.hint}`
  return namesTime(query) ? 'Remove the dates from the search. The rule itself sets the period.' : null
}

function namesTime(query: Query): boolean {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.some(namesTime)
    case 'not':
      return namesTime(query.part)
    default:
      return query.kind === 'date' || query.kind === 'last'
  }
}

function conditionProblem(condition: AlertCondition): string | null {
  if (condition.kind === 'silence') return null
  if (condition.kind === 'rate' && condition.window.unit === 'day' && condition.window.count > mostDays) {
    return `A rule can cover at most ${mostDays} days. Enter fewer days.`
  }
  const isEndWorse = isWorseBelow(condition) ? condition.end < condition.limit : condition.end > condition.limit
  if (!isEndWorse) return null
  const side = isWorseBelow(condition) ? 'at or above' : 'at or below'
  return `The alert would end while its rule is still firing. Enter an end value ${side} the limit.`
}
