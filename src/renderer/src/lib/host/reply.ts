import { AppError } from '#shared/contract/base/error.ts'
import type { Reply } from '#shared/contract/host.ts'

/** Returns the output in the browser host’s response. Rejects only with AppError. */
export async function replyOf<Output>(request: Promise<Response>): Promise<Output> {
  let reply: Reply
  try {
    reply = (await (await request).json()) as Reply
  } catch (thrown) {
    // An AppError means that the request was never sent.
    if (thrown instanceof AppError) throw thrown
    throw new AppError('host-gone', 'Mailroom isn’t responding. If it was closed, start it again.', {
      retryable: true,
    })
  }
  return outputOf<Output>(reply)
}

export function outputOf<Output>(reply: Reply): Output {
  if (reply.ok) return reply.output as Output
  throw AppError.fromJSON(reply.error)
}
