import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { serveCalls } from '../../base/threads/serve-calls.ts'
import { preparerMethods, readerMethods, writerMethods, type WorkerData } from './thread-methods.ts'

/** SQLite calls block their thread, so they run in separate threads. */
const data = workerData as WorkerData

function methodsOf(data: WorkerData) {
  if (data.role === 'preparer') return preparerMethods()
  return data.role === 'writer' ? writerMethods(data) : readerMethods(data)
}

serveCalls(
  () => methodsOf(data),
  new AppError('archive-closed', 'This account’s archive could not be opened. The log says why.'),
)
