import { workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { serveCalls } from '../../base/threads/serve-calls.ts'
import { serverMethods, type ServerWorkerData } from './server-methods.ts'

/** The terms of an import and the records of an export take seconds to compute, so they have a separate thread. */
const data = workerData as ServerWorkerData

serveCalls(() => serverMethods(data), new AppError('archive-closed', 'This account’s archive could not be opened.'))
