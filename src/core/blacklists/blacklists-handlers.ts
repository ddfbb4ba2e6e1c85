import { blacklistLimits } from '#shared/contract/base/search-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { FileTokens } from '../files/index.ts'
import type { Blacklists, BlacklistNeeds } from './blacklists.ts'
import { addAddress, removeAddresses } from './change-lists.ts'
import { exportList } from './export-list.ts'
import { scopeOf } from './scope.ts'

const mostChanges = 1000

export function blacklistsHandlers(
  blacklists: Blacklists,
  needs: BlacklistNeeds & { readonly files: FileTokens },
): HandlersOf<'blacklists'> {
  const storeOf = async (accountId: string) => (await blacklists.of(accountId)).store
  return {
    'blacklists.state': ({ accountId }) => blacklists.state(accountId),
    'blacklists.read': ({ accountId, ...wanted }) => blacklists.read(accountId, wanted),
    'blacklists.visit': ({ accountId }) => blacklists.visit(accountId),
    'blacklists.rows': async ({ accountId, offset, limit, ...asked }) => {
      const { type, sort } = asked
      const scope = scopeOf({ accountId, ...asked })
      return (await storeOf(accountId)).call('rows', { type, scope, sort }, offset, limit)
    },
    'blacklists.addresses': async ({ accountId, ranges, edition, ...asked }) => {
      const { type, sort } = asked
      const scope = scopeOf({ accountId, ...asked })
      const most = blacklistLimits.removed
      const store = await storeOf(accountId)
      const emails = await store.call('addresses', { type, scope, sort }, { ranges, edition }, most + 1)
      if (emails === null) {
        throw new AppError('conflict', 'The list has changed since these rows were selected. Select them again.')
      }
      return { emails: emails.slice(0, most), isCut: emails.length > most }
    },
    'blacklists.growth': async ({ accountId, type, starts }) => {
      const ordered = starts.toSorted((a, b) => a - b)
      const store = await storeOf(accountId)
      // An entry from the exact second in which a period starts belongs to the period.
      const newer = await store.call('newerThan', type, [-1, ...ordered.map((start) => start - 1)])
      const [all = 0, ...since] = newer
      const added = since.map((count, at) => count - (since[at + 1] ?? 0))
      return { before: all - (since[0] ?? 0), added }
    },
    'blacklists.entries': async ({ accountId, type, email }) => {
      const { entries } = await blacklists.find(accountId, type, email)
      return { entries: [...entries] }
    },
    'blacklists.add': (input, { signal }) => addAddress(input, { blacklists, needs }, signal),
    'blacklists.remove': async (input) => ({ jobId: await removeAddresses(input, { blacklists, needs }) }),
    'blacklists.log': async ({ accountId }) => ({ changes: (await blacklists.of(accountId)).changes(mostChanges) }),
    'blacklists.check': async ({ accountId, text }) => {
      const checked = await (await storeOf(accountId)).call('check', text)
      return { ...checked, found: [...checked.found] }
    },
    'blacklists.export': async (input) => ({
      jobId: await exportList(input, { blacklists, needs, files: needs.files }),
    }),
  }
}
