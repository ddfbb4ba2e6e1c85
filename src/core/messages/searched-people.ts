import type { Query } from '#shared/domain/query/ast.ts'

/** The people whose whole addresses a query names, and who are among the found recipients. */
export function searchedPeople(query: Query, found: readonly { readonly email: string }[]): string[] {
  const named = new Set(addressesIn(query))
  if (named.size === 0) return []
  const emails = new Map(found.map(({ email }) => [email.toLowerCase(), email]))
  return [...named].flatMap((address) => emails.get(address) ?? [])
}

function addressesIn(query: Query): string[] {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.flatMap(addressesIn)
  if (query.kind !== 'text' || (query.field !== null && query.field !== 'to')) return []
  return query.text.includes('@') ? [query.text.trim().toLowerCase()] : []
}
