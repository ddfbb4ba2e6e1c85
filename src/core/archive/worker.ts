import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/error.ts'
import type { CallMessage, ReplyMessage } from './channel.ts'
import { readerMethods, writerMethods, type WorkerData } from './methods.ts'

/** SQLite calls block their thread: this is the thread. One call at a time, in the order they came. */
const data = workerData as WorkerData
const port = parentPort!
type Method = (...values: unknown[]) => unknown

function reply(id: number, work: () => unknown): void {
  let message: ReplyMessage
  try {
    message = { id, result: work() }
  } catch (thrown) {
    message = { id, error: AppError.from(thrown).toJSON() }
  }
  port.postMessage(message)
}

let methods: Record<string, Method> = {}
reply(0, () => {
  methods = (data.role === 'writer' ? writerMethods(data) : readerMethods(data)) as unknown as Record<string, Method>
})
port.on('message', ({ id, method, values }: CallMessage) => {
  reply(id, () => {
    const found = methods[method]
    if (!found) throw new AppError('archive-closed', 'The archive of this account could not be opened.')
    return found(...values)
  })
  if (method === 'close') port.close()
})
