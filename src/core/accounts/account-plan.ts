import type { Plan } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { withheldCodes, type ServiceClient } from '../api/index.ts'

/** Returns null if the account cannot read its plan. Once that is known, the plan is no longer requested. */
export async function readPlan(
  { extras, learned }: Pick<ServiceClient, 'extras' | 'learned'>,
  signal: AbortSignal,
): Promise<Plan | null> {
  if (learned().abilities?.['GET /account'] === 'no') return null
  try {
    const { formulaTypeName, credits, creditsSubscription, expirationDate } = await extras.plan({
      signal,
      expected: withheldCodes,
    })
    return {
      name: formulaTypeName,
      creditsLeft: credits,
      creditsOfPlan: creditsSubscription,
      renewsAt: expirationDate,
    }
  } catch (thrown) {
    if (withheldCodes.includes(AppError.from(thrown).code)) return null
    throw thrown
  }
}
