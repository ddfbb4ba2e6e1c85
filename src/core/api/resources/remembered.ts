import { AppError } from '#shared/contract/base/error.ts'
import { endpointOf, operations, type OperationName } from '#shared/domain/accounts/abilities/operations.ts'
import type { Context } from '../calls/context.ts'
import { isUnknownPath } from '../http/refusal.ts'
import type { AbilityState } from '../options/options.ts'

/**
 * Like the probe, remembers whether the account supports an operation beyond the service’s documentation, once the
 * operation has been used. For an effect on an object named in the path, `isThere` finds out whether the object exists: an
 * unknown path and a missing object return the same 404.
 */
export async function remembered<T>(
  { learned, learn }: Context,
  operation: OperationName,
  call: () => Promise<T>,
  isThere?: () => Promise<boolean>,
): Promise<T> {
  const remember = (state: AbilityState): void => {
    const { abilities = {} } = learned()
    const endpoint = endpointOf(operations[operation])
    if (abilities[endpoint] !== state) learn({ abilities: { ...abilities, [endpoint]: state } })
  }
  try {
    const answer = await call()
    remember('yes')
    return answer
  } catch (thrown) {
    if (!isUnknownPath(thrown)) throw thrown
    if (isThere && !(await isThere())) throw thrown
    remember('no')
    if (!isThere) throw thrown
    const sentence = 'The service doesn’t offer this operation to this account, so nothing was changed.'
    throw new AppError('not-available', sentence, { details: { operation } })
  }
}
