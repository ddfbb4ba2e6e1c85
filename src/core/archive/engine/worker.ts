import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { answerCalls } from '../../base/threads/answer-calls.ts'
import { preparerMethods, readerMethods, writerMethods, type WorkerData } from './thread-methods.ts'

/** SQLite calls block their thread: this is the thread. */
const data = workerData as WorkerData

function methodsOf(data: WorkerData) {
  if (data.role === 'preparer') return preparerMethods()
  return data.role === 'writer' ? writerMethods(data) : readerMethods(data)
}

answerCalls(() => methodsOf(data), new AppError('archive-closed', 'The archive of this account could not be opened.'))
