import { parentPort } from 'node:worker_threads'
import { AppError } from '#shared/contract/base/error.ts'
import { Handed, type CallMessage, type Methods, type ReplyMessage } from './channel.ts'

type Method = (...values: unknown[]) => unknown

/**
 * The other end of a channel, in its thread. `open` makes the methods; where it throws, whoever opened the channel gets the
 * error. Methods that return no promise are done one at a time, in the order they were called.
 */
export function answerCalls(open: () => Methods, refused: AppError): void {
  const port = parentPort!
  const send = (message: ReplyMessage, given: readonly ArrayBuffer[] = []): void => port.postMessage(message, given)
  const succeed = (id: number, result: unknown): void => {
    if (result instanceof Handed) send({ id, result: result.content }, result.buffers)
    else send({ id, result })
  }
  const fail = (id: number, thrown: unknown): void => send({ id, error: AppError.from(thrown).toJSON() })

  /** No promise where there is none to wait for: what was called next would be done first. */
  const answer = (id: number, work: () => unknown): Promise<void> | undefined => {
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
  void answer(0, () => {
    methods = open() as unknown as Record<string, Method>
  })
  port.on('message', ({ id, method, values, given }: CallMessage) => {
    const answered = answer(id, () => {
      const found = methods[method]
      if (!found) throw refused
      return found(...values)
    })
    const finish = (): void => {
      // Megabytes of every transaction would wait for the collector of garbage, and make it run again and again.
      for (const buffer of given) if (!buffer.detached) buffer.transfer(0)
      if (method === 'close') port.close()
    }
    if (answered) void answered.then(finish)
    else finish()
  })
}
