import { AppError } from '#shared/contract/base/error.ts'
import type { Caller } from '../calls/caller.ts'
import type { Request } from '../http/request.ts'
import type { CallOptions } from '../options/options.ts'
import { fields, type Reader } from '../read/fields.ts'
import { readStatus, type StatusAnswer } from '../read/status.ts'

const emptySuccess: StatusAnswer = { ok: true, said: '', answer: {} }

/** The three kinds of calls that the extra operations make. */
export class ExtraCalls {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  get<T>(name: string, path: string, read: Reader<T>, options: CallOptions | undefined): Promise<T> {
    return this.#caller.call({ operation: `extras.${name}`, method: 'GET', path }, read, options)
  }

  /** An effect whose answer is a status, or nothing. */
  async change(request: Request, failed: string, options: CallOptions | undefined): Promise<void> {
    const read = (answer: unknown): StatusAnswer => (answer === undefined ? emptySuccess : readStatus(answer))
    throwIfFailed(request, failed, await this.#caller.call(request, read, options))
  }

  /** An effect whose answer is the resource, or a status alone. Null where the service said no more than "success". */
  async changed<T>(
    request: Request & { failed: string; field: string },
    read: Reader<T>,
    options: CallOptions | undefined,
  ): Promise<T | null> {
    const { failed, field, ...rest } = request
    const given = await this.#caller.call<{ value: T } | { status: StatusAnswer }>(
      rest,
      (answer) => (field in fields(answer) ? { value: read(answer) } : { status: readStatus(answer) }),
      options,
    )
    if ('value' in given) return given.value
    throwIfFailed(rest, failed, given.status)
    return null
  }
}

function throwIfFailed({ operation }: Request, sentence: string, { ok, said, answer }: StatusAnswer): void {
  if (ok) return
  throw new AppError('service-failure', `${sentence}${said}`, { details: { operation, answer } })
}
