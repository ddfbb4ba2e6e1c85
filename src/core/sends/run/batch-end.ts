import { AppError } from '#shared/contract/base/error.ts'
import type { SendBatch } from '#shared/contract/base/sends.ts'

export type BatchEnd = {
  readonly state: Extract<SendBatch['state'], 'waiting' | 'refused' | 'unknown'>
  readonly problem: string
  /** Whether the other batches would end in the same way and therefore wait for the user. */
  readonly halts: boolean
}

/**
 * Statuses of refusals caused by this request. Any other refusal is caused by the account, the network or this computer.
 */
const aboutTheRequest: ReadonlySet<unknown> = new Set([400, 409, 413, 415, 422])

/** Statuses of refusals that may be caused by one of the recipients. */
const aboutSomebody: ReadonlySet<unknown> = new Set([400, 413, 422])
export const mayBeAboutSomebody = ({ details }: AppError): boolean => aboutSomebody.has(details.status)

/** The result of a batch whose call failed. Only a call that certainly was not sent can be repeated later. */
export function batchEnd(error: AppError): BatchEnd {
  const problem = error.message
  if (error.code === 'outcome-unknown') return { state: 'unknown', problem, halts: false }
  // The effect journal already contains the call, because an earlier run began it.
  if (typeof error.details.outcomeId === 'string') return { state: 'unknown', problem, halts: false }
  if (error.code === 'service-failure' || aboutTheRequest.has(error.details.status)) {
    return { state: 'refused', problem, halts: false }
  }
  // The client waits for the delay that the service requests, so the send need not halt.
  return { state: 'waiting', problem, halts: error.code !== 'rate-limited' }
}
