import { AppError } from '#shared/contract/base/error.ts'
import { canUse } from '#shared/domain/accounts/abilities/operations.ts'
import type { Context } from '../calls/context.ts'
import { segment } from '../calls/path.ts'
import { isUnknownPath } from '../http/refusal.ts'
import type { CallOptions, Learned } from '../options/options.ts'
import { readBlacklistEntry, type BlacklistEntry } from '../read/users.ts'
import type { BlacklistOperations } from './blacklists.ts'
import { change } from './changes.ts'
import { remembered } from './remembered.ts'

type NewEntry = { type: string; email: string; reason?: string; list?: string }
type UnsubscribersName = NonNullable<Learned['unsubscribersName']>

const failed = 'The service did not change the blacklist.'
/** Only the newest entries are searched, because a list may be huge and many addresses may be removed at once. */
const mostPages = 6

export function blacklistExtras(context: Context, blacklists: BlacklistOperations) {
  const { caller } = context
  return {
    /** Returns null after a 404: either the address is not on the list, or the account cannot look up addresses. */
    async blacklisted(type: string, email: string, options?: CallOptions): Promise<BlacklistEntry | null> {
      const request = { operation: 'extras.blacklisted', method: 'GET' } as const
      const expected = { ...options, expected: ['not-found'] }
      try {
        return await withPathName(context, type, (name) =>
          caller.call({ ...request, path: pathOf(name, email) }, readBlacklistEntry, expected),
        )
      } catch (thrown) {
        if (isNotFound(thrown)) return null
        throw thrown
      }
    },
    async addBlacklisted({ type, email, reason, list }: NewEntry, options?: CallOptions): Promise<void> {
      const added = {
        operation: 'extras.addBlacklisted',
        method: 'POST',
        path: '/blacklists',
        effect: { kind: 'blacklist', type, email, list: list ?? '', listed: true },
        failed,
      } as const
      await withBodyName(context, type, (name) =>
        change(caller, { ...added, body: JSON.stringify({ type: name, email, reason, list }) }, options),
      )
    },
    async removeBlacklisted(type: string, email: string, options?: CallOptions): Promise<void> {
      const removed = {
        operation: 'extras.removeBlacklisted',
        method: 'DELETE',
        effect: { kind: 'blacklist', type, email, listed: false },
        // The only operation whose response may be empty according to the interface.
        mayAnswerNothing: true,
        failed,
      } as const
      const remove = (name: string) => change(caller, { ...removed, path: pathOf(name, email) }, options)
      const isStillListed = async (): Promise<boolean> => {
        // An account that has removed an address before returns a 404 only for an address that is not on the list.
        if (canUse(context.learned().abilities, 'extras.removeBlacklisted') === 'yes') return false
        return isListed(blacklists, { type, email }, options)
      }
      const operation = 'extras.removeBlacklisted'
      await remembered(context, operation, () => withPathName(context, type, remove), isStillListed)
    },
  }
}

/**
 * Services use one of two names for the type `unsubscribers`. A 404 means an unknown name or an address that is not on
 * the list, so the other name is tried once, and the one that works is remembered. The usual name is tried again after
 * a 404 for the other one, because the service may have changed.
 */
async function withPathName<T>(context: Context, type: string, call: (name: string) => Promise<T>): Promise<T> {
  if (type !== 'unsubscribers') return call(type)
  const known = context.learned().unsubscribersName
  const first = known ?? 'unsubscribers'
  try {
    const answer = await call(first)
    if (known === undefined) context.learn({ unsubscribersName: first })
    return answer
  } catch (thrown) {
    if (known === 'unsubscribers' || !isNotFound(thrown)) throw thrown
    const other = otherName(first)
    const answer = await call(other).catch((second: unknown) => {
      throw isNotFound(second) ? thrown : second
    })
    context.learn({ unsubscribersName: other })
    return answer
  }
}

/**
 * A service may use another name in a body than in a path, so the name known from paths is only tried first, and the one
 * that works is not remembered.
 */
async function withBodyName<T>(context: Context, type: string, call: (name: string) => Promise<T>): Promise<T> {
  if (type !== 'unsubscribers') return call(type)
  const first = context.learned().unsubscribersName ?? 'unsubscribers'
  try {
    return await call(first)
  } catch (thrown) {
    if (!isUnknownName(thrown)) throw thrown
    return call(otherName(first)).catch((second: unknown) => {
      throw isUnknownName(second) ? thrown : second
    })
  }
}

/** Throws if the list can’t be searched completely. */
async function isListed(
  blacklists: BlacklistOperations,
  { type, email }: Pick<NewEntry, 'type' | 'email'>,
  options: CallOptions | undefined,
): Promise<boolean> {
  const search = { type, email, mostPages, endsWith: () => true }
  const found = await blacklists.find(search, options).catch((thrown: unknown) => {
    if (isUnknownPath(thrown)) return null
    throw thrown
  })
  if (found?.isComplete || found?.entries.length) return found.entries.length > 0
  const sentence =
    'The service either can’t remove addresses or doesn’t have this one on the list. Mailroom couldn’t search the whole list to find out. Check it in the service’s own console.'
  throw new AppError('unclear-refusal', sentence)
}

function isNotFound(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'not-found'
}

function isUnknownName(thrown: unknown): boolean {
  return isNotFound(thrown) || (thrown instanceof AppError && thrown.code === 'invalid-request')
}

function otherName(name: UnsubscribersName): UnsubscribersName {
  return name === 'unsubscribers' ? 'unsubscribes' : 'unsubscribers'
}

function pathOf(type: string, email: string): string {
  return `/blacklists/${segment(type)}/${segment(email)}`
}
