import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { serveCalls } from '../../base/threads/serve-calls.ts'
import { bodiesReaderMethods, bodiesWriterMethods, type BodiesThreadData } from './methods.ts'

/** Compressing and writing 25 MB takes more than 200 ms, which must not block other work. */
const { role, folder } = workerData as BodiesThreadData

serveCalls(
  () => (role === 'writer' ? bodiesWriterMethods(folder) : bodiesReaderMethods(folder)),
  new AppError('bodies-closed', 'The copies of sent messages could not be opened. The log says why.'),
)
