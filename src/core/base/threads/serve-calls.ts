import { parentPort } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { Transferred, type CallMessage, type Methods, type ReplyMessage } from './channel.ts'

type Method = (...values: unknown[]) => unknown

/**
 * The worker’s end of a channel. `open` creates the methods; if it throws, `Channel.open` rejects with the error. Methods
 * that return no promise run one at a time, in call order.
 */
export function serveCalls(open: () => Methods, unknownMethod: AppError): void {
  const port = parentPort!
  const send = (message: ReplyMessage, buffers: readonly ArrayBuffer[] = []): void => port.postMessage(message, buffers)
  const succeed = (id: number, result: unknown): void => {
    if (result instanceof Transferred) send({ id, result: result.content }, result.buffers)
    else send({ id, result })
  }
  const fail = (id: number, thrown: unknown): void => send({ id, error: AppError.from(thrown).toJSON() })

  /** Returns a promise only if the work does: waiting unnecessarily would let the next call overtake this one. */
  const run = (id: number, work: () => unknown): Promise<void> | undefined => {
    try {
      const result = work()
      if (!(result instanceof Promise)) return void succeed(id, result)
      return result.then(
        (value) => succeed(id, value),
        (thrown: unknown) => fail(id, thrown),
      )
    } catch (thrown) {
      fail(id, thrown)
    }
  }

  let methods: Record<string, Method> = {}
  void run(0, () => {
    methods = open() as unknown as Record<string, Method>
  })
  port.on('message', ({ id, method, values, transferred }: CallMessage) => {
    const running = run(id, () => {
      const found = methods[method]
      if (!found) throw unknownMethod
      return found(...values)
    })
    const finish = (): void => {
      // Frees a transaction’s megabytes immediately; otherwise the garbage collector would have to run over and over.
      for (const buffer of transferred) if (!buffer.detached) buffer.transfer(0)
      if (method === 'close') port.close()
    }
    if (running) void running.then(finish)
    else finish()
  })
}
