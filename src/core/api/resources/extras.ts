import type { NameIn } from '#shared/domain/accounts/abilities/operations.ts'
import type { Caller } from '../calls/caller.ts'
import type { Context } from '../calls/context.ts'
import { segment } from '../calls/path.ts'
import type { CallOptions } from '../options/options.ts'
import type { Reader } from '../read/fields.ts'
import { readList } from '../read/list.ts'
import { readDomain } from '../read/settings.ts'
import { readAccount, readPlan, readUser } from '../read/users.ts'
import { blacklistExtras } from './blacklist-extras.ts'
import type { BlacklistOperations } from './blacklists.ts'
import { changed } from './changes.ts'
import { remembered } from './remembered.ts'

/**
 * Operations that some accounts support beyond the service’s documentation. `learned().abilities` shows which of them this
 * account supports.
 */
export type ExtraOperations = ReturnType<typeof extraOperations>

export function extraOperations(context: Context, blacklists: BlacklistOperations) {
  const { caller } = context
  return {
    ...domainExtras(caller),
    ...blacklistExtras(context, blacklists),
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

type Place = { readonly name: NameIn<'extras'>; readonly path: string }

function get<T>(caller: Caller, { name, path }: Place, read: Reader<T>, options: CallOptions | undefined): Promise<T> {
  return caller.call({ operation: `extras.${name}`, method: 'GET', path }, read, options)
}

function listOf<T>(read: Reader<T>, name: string) {
  return (answer: unknown) => readList(answer, read, [name, 'data'])
}
