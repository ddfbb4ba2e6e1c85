import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#shared/contract/error.ts'
import { Handed, type CallMessage, type ReplyMessage } from './channel.ts'
import { preparerMethods, readerMethods, writerMethods, type WorkerData } from './methods.ts'

/** SQLite calls block their thread: this is the thread. One call at a time, in the order they came. */
const data = workerData as WorkerData
const port = parentPort!
type Method = (...values: unknown[]) => unknown

function reply(id: number, work: () => unknown): void {
  let message: ReplyMessage
  let given: readonly ArrayBuffer[] = []
  try {
    const result = work()
    message = { id, result: result instanceof Handed ? result.content : result }
    if (result instanceof Handed) given = result.buffers
  } catch (thrown) {
    message = { id, error: AppError.from(thrown).toJSON() }
  }
  port.postMessage(message, given)
}

function methodsOf(data: WorkerData) {
  if (data.role === 'preparer') return preparerMethods()
  return data.role === 'writer' ? writerMethods(data) : readerMethods(data)
}

let methods: Record<string, Method> = {}
reply(0, () => {
  methods = methodsOf(data) as unknown as Record<string, Method>
})
port.on('message', ({ id, method, values, given }: CallMessage) => {
  reply(id, () => {
    const found = methods[method]
    if (!found) throw new AppError('archive-closed', 'The archive of this account could not be opened.')
    return found(...values)
  })
  // Megabytes of every transaction would wait for the collector of garbage, and make it run again and again.
  for (const buffer of given) if (!buffer.detached) buffer.transfer(0)
  if (method === 'close') port.close()
})
