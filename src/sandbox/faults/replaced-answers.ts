import { setTimeout as sleep } from 'node:timers/promises'
import { faultDefaults, type Fault } from '#shared/contract/base/faults.ts'
import { jsonText, type Answer } from '../http/answer.ts'
import { errorBody, ServiceError } from '../http/service-error.ts'

/**
 * Applies a fault that acts before the operation. Returns the response that replaces the operation, or undefined if the
 * operation runs.
 */
export async function applyBefore(fault: Fault, closing: AbortSignal): Promise<Answer | undefined> {
  if (fault.kind === 'status') return refusal(fault)
  if (fault.kind === 'redirect') return redirect(fault.location ?? faultDefaults.location)
  if (fault.kind === 'delay') {
    const wait = sleep(fault.delayMs ?? faultDefaults.delayMs, undefined, { signal: closing })
    await wait.catch(() => undefined)
  }
  return undefined
}

function refusal({ status = faultDefaults.status, retryAfter }: Fault): Answer {
  const error = new ServiceError(status, 'fault', `The sandbox was set to respond with status ${status}.`)
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return jsonText(status === 204 || status === 304 ? '' : errorBody(error), status, headers)
}

function redirect(location: string): Answer {
  return { status: 307, headers: { location }, body: '' }
}
