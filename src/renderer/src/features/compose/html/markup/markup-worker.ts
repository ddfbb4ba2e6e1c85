import { AppError } from '#shared/contract/base/error.ts'
import type { TaskName, TaskReply, TaskRequest, Tasks } from './tasks.ts'

/** Markup made to be slow is given up after this time. */
const longest = 15_000

type Waiting = {
  readonly request: TaskRequest
  readonly resolve: (output: never) => void
  readonly reject: (error: unknown) => void
}
type Open = () => Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/**
 * Reads HTML away from the page, which stays quick whatever the HTML is. Tasks run one after the other. One that takes too
 * long ends with its worker; those behind it run in another one.
 */
export class MarkupWorker {
  readonly #open: Open
  #worker: ReturnType<Open> | null = null
  #last = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The first one is running. */
  #queue: Waiting[] = []

  constructor(open: Open = openWorker) {
    this.#open = open
  }

  run<Name extends TaskName>(task: Name, html: string): Promise<Tasks[Name]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request: { id: ++this.#last, task, html }, resolve, reject })
      if (this.#queue.length === 1) this.#begin()
    })
  }

  close(): void {
    this.#queue = []
    this.#end()
  }

  #begin(): void {
    clearTimeout(this.#timer)
    const [first] = this.#queue
    if (!first) return
    this.#worker ??= this.#start()
    this.#worker.postMessage(first.request)
    this.#timer = setTimeout(() => this.#giveUp(tooSlow), longest)
  }

  #start(): ReturnType<Open> {
    const worker = this.#open()
    worker.addEventListener('message', (event) => this.#receive((event as MessageEvent<TaskReply>).data))
    worker.addEventListener('error', () => this.#giveUp(notRead))
    return worker
  }

  #receive(reply: TaskReply): void {
    const [first] = this.#queue
    if (first?.request.id !== reply.id) return
    this.#queue.shift()
    if ('failure' in reply) first.reject(new AppError('internal', notRead))
    else first.resolve(reply.output as never)
    this.#begin()
  }

  #giveUp(sentence: string): void {
    this.#end()
    this.#queue.shift()?.reject(new AppError('internal', sentence))
    this.#begin()
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = null
  }
}

function openWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
}

const notRead = 'The HTML couldn’t be read. It’s unchanged; edit it as code.'
const tooSlow = 'Reading the HTML took too long. It’s unchanged; edit it as code.'
