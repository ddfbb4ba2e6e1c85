import { AppError } from '#shared/contract/base/error.ts'
import type { Caller } from '../calls/caller.ts'
import type { Request } from '../http/request.ts'
import type { CallOptions } from '../options/options.ts'
import { fields, type Fields, type Reader } from '../read/fields.ts'
import { readStatus, type StatusAnswer } from '../read/status.ts'

/** `failed` is the sentence shown if the service returns “failure”. */
export type Change = Request & { readonly failed: string }

const emptySuccess: StatusAnswer = { ok: true, said: '', answer: {} }

/** Performs an effect whose response is a status or empty. Returns the complete response. */
export async function change(
  caller: Caller,
  { failed, ...request }: Change,
  options: CallOptions | undefined,
): Promise<Fields> {
  const read = (answer: unknown): StatusAnswer => (answer === undefined ? emptySuccess : readStatus(answer))
  const status = await caller.call(request, read, options)
  throwIfFailed({ ...request, failed }, status)
  return status.answer
}

/**
 * Performs an effect whose response is the resource or only a status. Returns null if the service returned only
 * “success”.
 */
export async function changed<T>(
  caller: Caller,
  { failed, field, ...request }: Change & { readonly field: string },
  read: Reader<T>,
  options: CallOptions | undefined,
): Promise<T | null> {
  const found = await caller.call<{ value: T } | { status: StatusAnswer }>(
    request,
    (answer) => (field in fields(answer) ? { value: read(answer) } : { status: readStatus(answer) }),
    options,
  )
  if ('value' in found) return found.value
  throwIfFailed({ ...request, failed }, found.status)
  return null
}

function throwIfFailed({ operation, failed }: Change, { ok, said, answer }: StatusAnswer): void {
  if (ok) return
  throw new AppError('service-failure', `${failed}${said}`, { details: { operation, answer } })
}
