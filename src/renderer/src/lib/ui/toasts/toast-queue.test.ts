import { expect, test } from 'vitest'
import { ToastQueue, type Toast } from './toast-queue.ts'
import { undoAction } from './undo-action.ts'

/** A clock that moves only on command and runs the timers it passes. */
function setUp() {
  let now = 0
  const timers = new Map<number, { due: number; run: () => void }>()
  let shown: readonly Toast[] = []
  let lastTimer = 0
  const queue = new ToastQueue((list) => (shown = list), {
    now: () => now,
    set: (run, delay) => {
      timers.set(++lastTimer, { due: now + delay, run })
      return lastTimer
    },
    clear: (timer) => timers.delete(timer as number),
  })
  const advance = (time: number) => {
    now += time
    for (const [id, timer] of [...timers]) if (timer.due <= now && timers.delete(id)) timer.run()
  }
  return { queue, advance, messages: () => shown.map((toast) => toast.message), first: () => shown[0] }
}

test('a toast goes after its time; a failure stays until dismissed', () => {
  const { queue, advance, messages } = setUp()
  queue.add({ message: 'Saved' })
  const failure = queue.add({ message: 'Not saved', tone: 'danger' })
  advance(6000)
  expect(messages()).toEqual(['Not saved'])
  advance(1_000_000)
  expect(messages()).toEqual(['Not saved'])
  queue.dismiss(failure)
  expect(messages()).toEqual([])
})

test('one with an action stays longer', () => {
  const { queue, advance, messages } = setUp()
  queue.add({ message: 'Deleted', action: undoAction(() => undefined) })
  advance(9999)
  expect(messages()).toEqual(['Deleted'])
  advance(1)
  expect(messages()).toEqual([])
})

test('an Undo does not wait, and replaces the oldest toast that would go by itself', () => {
  const { queue, advance, messages } = setUp()
  const removed = (message: string) => queue.add({ message, action: undoAction(() => undefined) })
  queue.add({ message: 'Not saved', tone: 'danger' })
  queue.add({ message: 'Sent', action: { label: 'Show', run: () => undefined } })
  for (const message of ['one', 'two', 'three']) queue.add({ message })
  removed('A removed')
  expect(messages()).toEqual(['Not saved', 'Sent', 'two', 'A removed'])
  removed('B removed')
  removed('C removed')
  expect(messages()).toEqual(['Not saved', 'A removed', 'B removed', 'C removed'])
  removed('D removed')
  removed('E removed')
  advance(10_000)
  expect(messages()).toEqual(['Not saved', 'D removed', 'E removed', 'three'])
})

test('an Undo waits for other Undos and for failures, but not for other toasts that wait', () => {
  const { queue, messages } = setUp()
  const removed = (message: string) => queue.add({ message, action: undoAction(() => undefined) })
  const first = removed('1')
  for (const message of ['2', '3', '4']) removed(message)
  queue.add({ message: 'Saved' })
  removed('5')
  expect(messages()).toEqual(['1', '2', '3', '4'])
  queue.dismiss(first)
  expect(messages()).toEqual(['2', '3', '4', '5'])
})

test('time does not run while the pointer is on the stack', () => {
  const { queue, advance, messages } = setUp()
  queue.add({ message: 'Saved' })
  advance(5000)
  queue.pause()
  advance(60_000)
  queue.add({ message: 'Added while resting' })
  advance(60_000)
  expect(messages()).toEqual(['Saved', 'Added while resting'])
  queue.resume()
  advance(999)
  expect(messages()).toContain('Saved')
  advance(1)
  expect(messages()).toEqual(['Added while resting'])
})

test('no more than four are shown at once, and the others wait', () => {
  const { queue, advance, messages } = setUp()
  for (let number = 1; number <= 6; number++) queue.add({ message: `Toast ${number}` })
  expect(messages()).toHaveLength(4)
  expect(queue.waiting).toBe(2)
  advance(6000)
  expect(messages()).toEqual(['Toast 5', 'Toast 6'])
  advance(5999)
  expect(messages()).toEqual(['Toast 5', 'Toast 6'])
})

test('a repeated message is counted, not stacked, and its time starts again', () => {
  const { queue, advance, messages, first } = setUp()
  queue.add({ message: 'Copied', tone: 'ok' })
  advance(5000)
  queue.add({ message: 'Copied', tone: 'ok' })
  expect(first()?.count).toBe(2)
  advance(5000)
  expect(messages()).toEqual(['Copied'])
  advance(1000)
  expect(messages()).toEqual([])
})

test('a waiting toast can be dismissed before it is shown, and clear removes all', () => {
  const { queue, messages } = setUp()
  const ids = [1, 2, 3, 4, 5].map((number) => queue.add({ message: `Toast ${number}`, duration: null }))
  queue.dismiss(ids[4]!)
  expect(queue.waiting).toBe(0)
  queue.clear()
  expect(messages()).toEqual([])
})

test('toasts about a thing go once it is dealt with, also those that wait', () => {
  const { queue, messages } = setUp()
  for (const about of ['a', 'b', 'a', 'c', 'a']) queue.add({ message: `About ${about}`, about, duration: null })
  queue.dismissAbout('a')
  expect(messages()).toEqual(['About b', 'About c'])
  expect(queue.waiting).toBe(0)
})
