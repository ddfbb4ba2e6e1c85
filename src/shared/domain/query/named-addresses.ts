import type { Query } from './ast.ts'

/** Returns the recipient addresses that a query requests, in lower case. Addresses that it excludes are left out. */
export function namedAddresses(query: Query): string[] {
  if (query.kind === 'and' || query.kind === 'or') return [...new Set(query.parts.flatMap(namedAddresses))]
  if (query.kind !== 'text' || (query.field !== null && query.field !== 'to')) return []
  const text = query.text.trim().toLowerCase()
  return /^[^\s@]+@[^\s@]+$/.test(text) ? [text] : []
}

/** Returns the address that every match of a query must have, or undefined if it requires none. */
export function namedAddress(query: Query): string | undefined {
  const parts = query.kind === 'and' ? query.parts : [query]
  return parts.filter(({ kind }) => kind === 'text').flatMap(namedAddresses)[0]
}
