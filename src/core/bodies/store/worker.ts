import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { serveCalls } from '../../base/threads/serve-calls.ts'
import { readerMethods, writerMethods, type StoreData } from './methods.ts'

/** Compressing and writing 25 MB takes more than 200 ms, which nobody else should wait for. */
const { role, folder } = workerData as StoreData

serveCalls(
  () => (role === 'writer' ? writerMethods(folder) : readerMethods(folder)),
  new AppError('bodies-closed', 'The copies of what was sent could not be opened.'),
)
