import { AppError } from '#shared/contract/base/error.ts'
import type { Reply } from '#shared/contract/host.ts'

/** Runs a call and turns its result or error into a value that can cross the bridge. */
export async function replyOf<Output>(
  call: () => Promise<Output>,
  onInternal: (error: AppError) => void,
): Promise<Reply<Output>> {
  try {
    return { ok: true, output: await call() }
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (error.code === 'internal') onInternal(error)
    return { ok: false, error: error.toJSON() }
  }
}
