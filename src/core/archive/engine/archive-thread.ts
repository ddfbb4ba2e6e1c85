import { AppError } from '#shared/contract/base/error.ts'
import { Channel, type Methods } from '../../base/threads/channel.ts'
import type { WorkerData } from './thread-methods.ts'

/**
 * In these threads, new objects are mostly records on their way to the disk, so a larger young generation would only
 * hold more of them. With a limit below two gigabytes, V8 also grows the rest of the heap in small steps, so that an
 * import takes up 65 MB instead of 150. No thread needs more than one gigabyte.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }

export function closedError(cause?: unknown): AppError {
  return new AppError('archive-closed', 'This account’s archive is closed.', { cause })
}

/** Resolves when the thread has opened its file. */
export function openThread<Calls extends Methods>(code: URL, workerData: WorkerData): Promise<Channel<Calls>> {
  const name = `archive ${workerData.role}`
  return Channel.open<Calls>({ code, name, workerData, resourceLimits, endedError: closedError })
}
