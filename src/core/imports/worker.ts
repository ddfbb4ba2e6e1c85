import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { serveCalls } from '../base/threads/serve-calls.ts'
import { readingMethods, type ReadingData } from './reading-methods.ts'

/** Whatever a file holds, it is read here: a file that takes all of a processor takes this thread, which can be ended. */
serveCalls(
  () => readingMethods(workerData as ReadingData),
  new AppError('file-closed', 'The file is no longer being read. Choose it again.'),
)
