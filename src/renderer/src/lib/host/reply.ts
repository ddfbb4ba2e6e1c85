import { AppError } from '#shared/contract/base/error.ts'
import type { Reply } from '#shared/contract/host.ts'

/** What the browser host answered; rejects with AppError and nothing else. */
export async function replyOf<Output>(request: Promise<Response>): Promise<Output> {
  let answer: Reply
  try {
    answer = (await (await request).json()) as Reply
  } catch (thrown) {
    // The page could not even ask.
    if (thrown instanceof AppError) throw thrown
    throw new AppError(
      'host-gone',
      'Mailroom’s own process does not answer. If it was closed, start it again: it opens a page of its own.',
      {
        retryable: true,
      },
    )
  }
  if (answer.ok) return answer.output as Output
  throw AppError.fromJSON(answer.error)
}
