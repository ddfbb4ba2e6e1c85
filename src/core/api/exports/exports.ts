import type { FileType } from '#shared/contract/base/file-type.ts'
import type { DateRange } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import type { ReadBuffers } from '../http/read-buffers.ts'
import { isUnknownPath } from '../http/refusal.ts'
import type { Request } from '../http/request.ts'
import type { OpenStream } from '../http/stream-try.ts'
import type { CallOptions } from '../options/options.ts'
import type { OutcomeCheck } from '../options/outcome.ts'
import { asQuery, writeRange } from '../write/filter.ts'
import { ExportDownload } from './download.ts'

type Wanted = {
  readonly operation: 'exports.all' | 'exports.delta'
  readonly fileType: FileType
  readonly range: DateRange
  readonly effect: OutcomeCheck | undefined
}

export function exportOperations(context: Context, buffers: ReadBuffers) {
  async function start(wanted: Wanted, options: CallOptions | undefined): Promise<ExportDownload> {
    const { fileType, effect } = wanted
    const opened = await openByEitherMethod(context, requestsFor(wanted, context), options)
    return new ExportDownload({ opened, fileType, effect, buffers })
  }

  return {
    all: (fileType: FileType, range: DateRange, options?: CallOptions) =>
      start({ operation: 'exports.all', fileType, range, effect: undefined }, options),
    /** Moves the service’s marker. Because that is an effect, the call is never repeated automatically. */
    delta: (fileType: FileType, range: DateRange, options?: CallOptions) =>
      start({ operation: 'exports.delta', fileType, range, effect: { kind: 'delta', fileType } }, options),
  }
}

type Requests = { readonly GET: Request; readonly POST: Request }

function requestsFor({ operation, fileType, range, effect }: Wanted, { options }: Context): Requests {
  const values = writeRange(range, options.profile.dateForm, 'other')
  const path = operation === 'exports.all' ? `/export/${fileType}` : `/export/${fileType}/delta`
  return {
    POST: { operation, method: 'POST', path, body: JSON.stringify(values), effect },
    GET: { operation, method: 'GET', path: path + asQuery(values), effect },
  }
}

async function openByEitherMethod(
  context: Context,
  requests: Requests,
  options: CallOptions | undefined,
): Promise<OpenStream> {
  const known = context.learned().exportMethod
  const first = known ?? 'POST'
  try {
    const opened = await context.caller.open(requests[first], options)
    if (known === undefined) context.learn({ exportMethod: first })
    return opened
  } catch (thrown) {
    // After a 404 or 405 nothing was exported, so trying the other method is safe, even for a delta. A remembered GET
    // is not the documented form and may be wrong or outdated, but a delta must not be used to find that out.
    const mayTryOther = known === undefined || (known === 'GET' && requests.GET.effect === undefined)
    if (!mayTryOther || !isUnknownPath(thrown)) throw thrown
    const other = first === 'POST' ? 'GET' : 'POST'
    const opened = await context.caller.open(requests[other], options).catch((second: unknown) => {
      throw isUnknownPath(second) ? thrown : second
    })
    context.learn({ exportMethod: other })
    return opened
  }
}
