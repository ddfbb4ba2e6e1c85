import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { serveCalls } from '../../base/threads/serve-calls.ts'
import { storeMethods, type StoreData } from './methods.ts'

serveCalls(
  () => storeMethods(workerData as StoreData),
  new AppError('blacklists-closed', 'This account’s blacklists could not be opened. The log says why.'),
)
