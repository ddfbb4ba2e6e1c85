import { AppError } from '#shared/contract/base/error.ts'
import type { Context } from '../calls/context.ts'
import { isUnknownPath } from '../http/refusal.ts'
import type { CapabilityState } from '../options/options.ts'

type Work<T> = {
  readonly call: () => Promise<T>
  /** Whether the thing that the path names is there: an unknown path and a thing that is gone return the same 404. */
  readonly isThere: () => Promise<boolean>
}

/** An effect beyond interface.md. It is never probed: whether the account has it is remembered once it was used. */
export async function remembered<T>(context: Context, operation: string, { call, isThere }: Work<T>): Promise<T> {
  const remember = (state: CapabilityState): void => {
    const { capabilities = {} } = context.learned()
    if (capabilities[operation] !== state) context.learn({ capabilities: { ...capabilities, [operation]: state } })
  }
  try {
    const result = await call()
    remember('yes')
    return result
  } catch (thrown) {
    if (!isUnknownPath(thrown) || !(await isThere())) throw thrown
    remember('no')
    const sentence = 'This account cannot do that through the service’s interface, so nothing was changed.'
    throw new AppError('not-available', sentence, { details: { operation } })
  }
}
