import type { HandlersOf } from '../base/handlers.ts'
import type { Keys } from './keys.ts'
import { ownAddresses } from './own-addresses.ts'

export function keysHandlers(keys: Keys): HandlersOf<'keys'> {
  const { made } = keys
  return {
    'keys.list': ({ accountId }, { signal }) => keys.list(accountId, signal),
    'keys.usage': ({ accountId }, { signal }) => keys.usage(accountId, signal),
    'keys.create': (input, { signal }) => keys.create(input, signal),
    'keys.difference': (input, { signal }) => keys.difference(input, signal),
    'keys.takeOver': (input, { signal }) => keys.takeOver(input, signal),
    'keys.copy': async ({ token }) => ({ seconds: await made.copy(token) }),
    'keys.addAccount': (input) => keys.addAccount(input),
    'keys.signIn': ({ token }) => keys.signIn(token),
    'keys.dismiss': ({ token }) => made.dismiss(token),
    'keys.change': (input, { signal }) => keys.change(input, signal),
    'keys.remove': (input, { signal }) => keys.remove(input, signal),
    'keys.endRotation': ({ accountId, id }) => keys.endRotation(accountId, id),
    'keys.ownAddresses': () => ownAddresses(),
  }
}
