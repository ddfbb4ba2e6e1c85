import { AppError } from '#shared/contract/base/error.ts'
import type { SendBatch } from '#shared/contract/base/sends.ts'

export type BatchEnd = {
  readonly state: Extract<SendBatch['state'], 'waiting' | 'refused' | 'unknown'>
  readonly problem: string
  /** The others would end in the same way, so they wait for the user. */
  readonly halts: boolean
}

/** Refusals that are about this request. Any other is about the account, the network or this computer. */
const aboutTheRequest: ReadonlySet<unknown> = new Set([400, 409, 413, 415, 422])

/** A refusal that may be about one of the recipients. */
const aboutSomebody: ReadonlySet<unknown> = new Set([400, 413, 422])
export const mayBeAboutSomebody = ({ details }: AppError): boolean => aboutSomebody.has(details.status)

/** The result of a batch whose call failed. Only one that certainly did not leave can be sent later. */
export function batchEnd(error: AppError): BatchEnd {
  const problem = error.message
  if (error.code === 'outcome-unknown') return { state: 'unknown', problem, halts: false }
  // The journal of effects already has it, because an earlier run began it.
  if (typeof error.details.outcomeId === 'string') return { state: 'unknown', problem, halts: false }
  if (error.code === 'service-failure' || aboutTheRequest.has(error.details.status)) {
    return { state: 'refused', problem, halts: false }
  }
  // The client respects the pause that the service asks for.
  return { state: 'waiting', problem, halts: error.code !== 'rate-limited' }
}
