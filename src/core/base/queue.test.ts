import { expect, test } from 'vitest'
import { Queue, Queues } from './queue.ts'

/** Work that notes when it begins and ends, and ends when it is told to. */
function recorded() {
  const steps: string[] = []
  const work = (name: string) => {
    const end = Promise.withResolvers<string>()
    const run = (): Promise<string> => {
      steps.push(`${name} begins`)
      return end.promise.finally(() => steps.push(`${name} ends`))
    }
    return { run, end }
  }
  return { steps, work }
}

test('work begins when everything before it has ended, even if that failed', async () => {
  const { steps, work } = recorded()
  const [first, second] = [work('first'), work('second')]
  const queue = new Queue()
  const failing = queue.add(first.run)
  const following = queue.add(second.run)
  first.end.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  second.end.resolve('done')
  await expect(following).resolves.toBe('done')
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('a queue settles when its last work has ended, even if that failed', async () => {
  const { steps, work } = recorded()
  const only = work('only')
  const queue = new Queue()
  const failing = queue.add(only.run)
  const settled = queue.settled().then(() => steps.push('settled'))
  only.end.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  await settled
  expect(steps).toEqual(['only begins', 'only ends', 'settled'])
})

test('work of one key does not wait for another key', async () => {
  const { steps, work } = recorded()
  const [slow, quick, late] = [work('slow'), work('quick'), work('late')]
  const queues = new Queues()
  const first = queues.add('a', slow.run)
  const other = queues.add('b', quick.run)
  const last = queues.add('a', late.run)
  quick.end.resolve('b')
  await other
  slow.end.resolve('a')
  late.end.resolve('a again')
  await Promise.all([first, last])
  expect(steps).toEqual(['slow begins', 'quick begins', 'quick ends', 'slow ends', 'late begins', 'late ends'])
})
