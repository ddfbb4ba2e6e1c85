import { AppError } from '#shared/contract/base/error.ts'
import type { NameIn } from '#shared/domain/accounts/abilities/operations.ts'
import type { Caller } from '../calls/caller.ts'
import type { Context } from '../calls/context.ts'
import { segment } from '../calls/path.ts'
import type { CallOptions } from '../options/options.ts'
import type { Reader } from '../read/fields.ts'
import { readList } from '../read/list.ts'
import { readDomain } from '../read/settings.ts'
import { readAccount, readBlacklistEntry, readPlan, readUser, type BlacklistEntry } from '../read/users.ts'
import { change, changed } from './changes.ts'
import { remembered } from './remembered.ts'

/**
 * Operations that some accounts support beyond the service’s documentation. `learned().abilities` shows which of them this
 * account supports.
 */
export type ExtraOperations = ReturnType<typeof extraOperations>

export function extraOperations(context: Context) {
  const { caller } = context
  return {
    ...domainExtras(caller),
    ...blacklistExtras(context),
    users: (options?: CallOptions) =>
      get(caller, { name: 'users', path: '/users' }, listOf(readUser, 'users'), options),
    account: (options?: CallOptions) =>
      remembered(context, 'extras.account', () =>
        get(caller, { name: 'account', path: '/account' }, readAccount, options),
      ),
    /** The part of the account’s data that states how much the account may still send. */
    plan: (options?: CallOptions) =>
      remembered(context, 'extras.account', () =>
        get(caller, { name: 'account', path: '/account' }, (answer) => readPlan(readAccount(answer)), options),
      ),
  }
}

function domainExtras(caller: Caller) {
  const path = '/settings/domains'
  return {
    domains: (options?: CallOptions) =>
      get(caller, { name: 'domains', path }, listOf(readDomain, 'domains'), options),
    domain: (sending: string, options?: CallOptions) =>
      get(caller, { name: 'domain', path: `${path}/${segment(sending)}` }, readDomain, options),
    /**
     * Asks the service to check the domain’s DNS again. Although it is a GET, it changes what the service considers
     * verified.
     */
    testDomain: (sending: string, options?: CallOptions) =>
      changed(
        caller,
        {
          operation: 'extras.testDomain',
          method: 'GET',
          path: `${path}/${segment(sending)}/test`,
          effect: { kind: 'domain-test', sending },
          failed: 'The service did not check the domain.',
          field: 'sending',
        },
        readDomain,
        options,
      ),
  }
}

const blacklistUnchanged = 'The service did not change the blacklist.'

type NewEntry = { type: string; email: string; reason?: string; list?: string }

function blacklistExtras(context: Context) {
  const { caller } = context

  /**
   * Services use one of two names for the type `unsubscribers`. A 404 means an unknown name or an address that is not on
   * the list, so the other name is tried once, and the one that works is remembered. The usual name is tried again after
   * a 404 for the other one, because the service may have changed.
   */
  async function eitherName<T>(type: string, call: (name: string) => Promise<T>): Promise<T> {
    if (type !== 'unsubscribers') return call(type)
    const known = context.learned().unsubscribersName
    const first = known ?? 'unsubscribers'
    try {
      const answer = await call(first)
      if (known === undefined) context.learn({ unsubscribersName: first })
      return answer
    } catch (thrown) {
      if (known === 'unsubscribers' || !isNotFound(thrown)) throw thrown
      const other = first === 'unsubscribers' ? 'unsubscribes' : 'unsubscribers'
      const answer = await call(other).catch((second: unknown) => {
        throw isNotFound(second) ? thrown : second
      })
      context.learn({ unsubscribersName: other })
      return answer
    }
  }

  return {
    /** Null if the address is not on the list. */
    async blacklisted(type: string, email: string, options?: CallOptions): Promise<BlacklistEntry | null> {
      const expected = { ...options, expected: ['not-found'] }
      try {
        return await eitherName(type, (name) =>
          get(caller, { name: 'blacklisted', path: blacklistPath(name, email) }, readBlacklistEntry, expected),
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
        body: JSON.stringify({ type, email, reason, list }),
        effect: { kind: 'blacklist', type, email, list: list ?? '', listed: true },
        failed: blacklistUnchanged,
      } as const
      await change(caller, added, options)
    },
    async removeBlacklisted(type: string, email: string, options?: CallOptions): Promise<void> {
      const removed = {
        operation: 'extras.removeBlacklisted',
        method: 'DELETE',
        effect: { kind: 'blacklist', type, email, listed: false },
        // The only operation whose response may be empty according to the interface.
        mayAnswerNothing: true,
        failed: blacklistUnchanged,
      } as const
      await eitherName(type, (name) => change(caller, { ...removed, path: blacklistPath(name, email) }, options))
    },
  }
}

function isNotFound(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'not-found'
}

function blacklistPath(type: string, email: string): string {
  return `/blacklists/${segment(type)}/${segment(email)}`
}

type Place = { readonly name: NameIn<'extras'>; readonly path: string }

function get<T>(caller: Caller, { name, path }: Place, read: Reader<T>, options: CallOptions | undefined): Promise<T> {
  return caller.call({ operation: `extras.${name}`, method: 'GET', path }, read, options)
}

function listOf<T>(read: Reader<T>, name: string) {
  return (answer: unknown) => readList(answer, read, [name, 'data'])
}
