import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { serveCalls } from '../base/threads/serve-calls.ts'
import { readingMethods, type ReadingData } from './reading-methods.ts'

/** All files are read in this thread. A file that keeps a CPU busy blocks only this thread, which can be terminated. */
serveCalls(
  () => readingMethods(workerData as ReadingData),
  new AppError('file-closed', 'The file is no longer being read. Choose it again.'),
)
