import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TaskWorker } from './task-worker.ts'
import type { TaskReply, TaskRequest } from './tasks.ts'

/** Replaces the browser’s worker: it returns a task’s text unchanged, and never responds to `hang`. */
class EchoWorker extends EventTarget {
  isEnded = false

  postMessage({ id, input }: TaskRequest): void {
    const [word, seconds = 0] = String(input).split(' ')
    if (word === 'hang') return
    if (word === 'crash') setTimeout(() => this.dispatchEvent(new Event('error')))
    else setTimeout(() => this.#reply({ id, output: input }), Number(seconds) * 1000)
  }

  terminate(): void {
    this.isEnded = true
  }

  #reply(data: TaskReply): void {
    if (!this.isEnded) this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

function open() {
  const started: EchoWorker[] = []
  const start = () => {
    started.push(new EchoWorker())
    return started.at(-1)!
  }
  const worker = new TaskWorker<{ echo: (text: string) => string }>(start, {
    failed: 'The text couldn’t be read.',
    tooSlow: 'Reading the text took too long.',
  })
  return { worker, started }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a task that hangs ends with a sentence, and those behind it run in another worker', async () => {
  const { worker, started } = open()
  const tasks = ['a', 'hang', 'b', 'c'].map((text) => worker.run('echo', text))
  const ended = Promise.allSettled(tasks)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await ended).map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).toEqual([
    'a',
    'AppError: Reading the text took too long.',
    'b',
    'c',
  ])
  expect(started.map(({ isEnded }) => isEnded)).toEqual([true, false])
})

test('the time that a task waits for others is not counted', async () => {
  const { worker, started } = open()
  const tasks = ['a 10', 'b 10', 'c 10'].map((text) => worker.run('echo', text))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await Promise.all(tasks)).toEqual(['a 10', 'b 10', 'c 10'])
  expect(started).toHaveLength(1)
})

test('a worker that crashes takes only its own task with it', async () => {
  const { worker } = open()
  const crashed = expect(worker.run('echo', 'crash')).rejects.toThrow('couldn’t be read')
  const next = worker.run('echo', 'a')
  await vi.advanceTimersByTimeAsync(100)
  await crashed
  expect(await next).toBe('a')
})

test('nothing runs once it is closed, and nobody waits for it', async () => {
  const { worker, started } = open()
  const tasks = ['hang', 'a'].map((text) => worker.run('echo', text))
  const ended = Promise.allSettled(tasks)
  worker.close()
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started.map(({ isEnded }) => isEnded)).toEqual([true])
})
