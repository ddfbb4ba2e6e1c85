import type { Query } from '#shared/domain/query/ast.ts'
import { namedAddresses } from '#shared/domain/query/named-addresses.ts'
import type { ReadingArchives } from '../archive/index.ts'

/** The found recipients whose complete addresses are in the query. */
export function searchedPeople(query: Query, found: readonly { readonly email: string }[]): string[] {
  const named = namedAddresses(query)
  if (named.length === 0) return []
  const emails = new Map(found.map(({ email }) => [email.toLowerCase(), email]))
  return named.flatMap((address) => emails.get(address) ?? [])
}

/** Notes in a team archive’s access log which people were searched for. */
export function noteSearched(
  archives: Pick<ReadingArchives, 'noteAccess'>,
  accountId: string,
  people: readonly string[],
): void {
  for (const person of people) archives.noteAccess(accountId, { kind: 'searched', person }, person.toLowerCase())
}
