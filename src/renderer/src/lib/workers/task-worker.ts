import { AppError } from '#shared/contract/base/error.ts'
import type { PageWorker } from './open-worker.ts'
import type { TaskInput, TaskOutput, TaskReply, TaskRequest, TaskTable } from './tasks.ts'

/** The time limit for a task in milliseconds, because a task may have been crafted to be slow. */
const longest = 15_000

type Waiting = {
  readonly request: TaskRequest
  readonly resolve: (output: never) => void
  readonly reject: (error: unknown) => void
}
type Open = () => PageWorker

/** The texts shown to the user if a task ends without a result. */
export type TaskSentences = { readonly failed: string; readonly tooSlow: string }

/**
 * Runs tasks off the page’s thread, so that the page always stays responsive. Tasks run one after the other. If a task
 * takes too long, its worker is ended, and the tasks after it run in another worker.
 */
export class TaskWorker<Tasks extends TaskTable> {
  readonly #open: Open
  readonly #sentences: TaskSentences
  #worker: ReturnType<Open> | null = null
  #last = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The tasks in order; the first one is running. */
  #queue: Waiting[] = []

  constructor(open: Open, sentences: TaskSentences) {
    this.#open = open
    this.#sentences = sentences
  }

  run<Name extends keyof Tasks & string>(task: Name, input: TaskInput<Tasks, Name>): Promise<TaskOutput<Tasks, Name>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request: { id: ++this.#last, task, input }, resolve, reject })
      if (this.#queue.length === 1) this.#begin()
    })
  }

  /** Rejects the tasks that have not ended. */
  close(): void {
    const left = this.#queue
    this.#queue = []
    this.#end()
    for (const { reject } of left) reject(new AppError('cancelled', this.#sentences.failed))
  }

  #begin(): void {
    clearTimeout(this.#timer)
    const [first] = this.#queue
    if (!first) return
    this.#worker ??= this.#start()
    this.#worker.postMessage(first.request)
    this.#timer = setTimeout(() => this.#giveUp(this.#sentences.tooSlow), longest)
  }

  #start(): ReturnType<Open> {
    const worker = this.#open()
    worker.addEventListener('message', (event) => this.#receive((event as MessageEvent<TaskReply>).data))
    worker.addEventListener('error', () => this.#giveUp(this.#sentences.failed))
    return worker
  }

  #receive(reply: TaskReply): void {
    const [first] = this.#queue
    if (first?.request.id !== reply.id) return
    this.#queue.shift()
    if ('failure' in reply) first.reject(new AppError('internal', this.#sentences.failed))
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
