import { AppError } from '#shared/contract/base/error.ts'
import type { Query } from '#shared/domain/query/ast.ts'
import { parse, unreadableIn } from '#shared/domain/query/parse.ts'

/** Throws if any condition is invalid, because ignoring it would find more than was requested. */
export function searchQuery(text: string): Query {
  const unreadable = unreadableIn(text, { isTyped: false })
  if (!unreadable) return parse(text).query
  const { from, to, message, hint } = unreadable
  throw new AppError('invalid-input', `Part of the search can’t be read: “${text.slice(from, to)}”. ${message} ${hint}`)
}
