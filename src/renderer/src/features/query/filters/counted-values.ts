import type { ListedField } from '#shared/contract/messages.ts'
import { longestPrefix, longestSearch } from '#shared/contract/base/search-limits.ts'
import type { ListedValue } from '#shared/domain/messages/search.ts'
import type { Host } from '../../../lib/host/host.ts'

/** A search without the condition that is being selected. */
export type OtherConditions = { readonly accountId: string; readonly text: string; readonly zone: string }

type Asked = { readonly field: ListedField; readonly key?: string | null; readonly prefix: string }

/**
 * Returns a function that resolves with the values of a field and their counts among the matches of a search; null if a
 * newer query superseded the call.
 */
export function countedValues(host: Host): (search: OtherConditions, asked: Asked) => Promise<ListedValue[] | null> {
  const asker = crypto.randomUUID()
  return async ({ accountId, text, zone }, { field, key = null, prefix }) =>
    host.invoke('messages.valuesSuperseding', {
      accountId,
      // A search that is too long can’t be applied, so the values are counted in all messages.
      text: text.length > longestSearch ? '' : text,
      zone,
      asker,
      field,
      key,
      prefix: prefix.slice(0, longestPrefix),
    })
}
