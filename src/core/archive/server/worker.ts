import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { serveCalls } from '../../base/threads/serve-calls.ts'
import { moverMethods } from './move/mover-methods.ts'
import { serverReaderMethods, serverWriterMethods, type ServerWorkerData } from './server-methods.ts'

/** Computing the terms of an import or the records of an export takes seconds, so it must not block the main thread. */
const data = workerData as ServerWorkerData

function methodsOf(data: ServerWorkerData) {
  if (data.role === 'mover') return moverMethods(data)
  return data.role === 'reader' ? serverReaderMethods(data) : serverWriterMethods(data)
}

serveCalls(
  () => methodsOf(data),
  new AppError('archive-closed', 'This account’s archive could not be opened. The log says why.'),
)
