import { AppError } from '#shared/contract/base/error.ts'
import type { TaskName, TaskReply, TaskRequest, Tasks } from './tasks.ts'

type Waiting = { readonly resolve: (output: never) => void; readonly reject: (error: unknown) => void }

/**
 * Reads HTML away from the page, which stays quick whatever the HTML is. It starts with the first task. A worker that does
 * not come back with a hostile text is ended by `close`, together with the editor.
 */
export class MarkupWorker {
  #worker: Worker | undefined
  #last = 0
  readonly #waiting = new Map<number, Waiting>()

  run<Name extends TaskName>(task: Name, html: string): Promise<Tasks[Name]> {
    const worker = (this.#worker ??= this.#start())
    const request: TaskRequest = { id: ++this.#last, task, html }
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject })
      worker.postMessage(request)
    })
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#waiting.clear()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', (event: MessageEvent<TaskReply>) => this.#receive(event.data))
    worker.addEventListener('error', () => this.#fail())
    return worker
  }

  #receive(reply: TaskReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('failure' in reply) waiting?.reject(new AppError('internal', notRead))
    else waiting?.resolve(reply.output as never)
  }

  /** The next task starts another worker. */
  #fail(): void {
    const waiting = [...this.#waiting.values()]
    this.close()
    for (const { reject } of waiting) reject(new AppError('internal', notRead))
  }
}

const notRead = 'The HTML couldn’t be read. It’s unchanged; edit it as code.'
