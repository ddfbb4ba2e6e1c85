import { expect, test } from 'vitest'
import { findRefused, type CallEnd } from './find-refused.ts'

/** A service that refuses some recipients, and a batch with this many recipients. */
function service(recipients: number, problemOf: (person: number) => string | null) {
  const batches: [first: number, count: number][] = [[0, recipients]]
  const got = new Set<number>()
  const refused = new Map<number, string>()
  let calls = 1
  const call = (index: number): Promise<CallEnd> => {
    calls += 1
    const [first, count] = batches[index]!
    const people = Array.from({ length: count }, (_none, at) => first + at)
    const problem = people.map(problemOf).find((text) => text !== null)
    if (problem === undefined) {
      for (const person of people) got.add(person)
      return Promise.resolve({ kind: 'sent' })
    }
    refused.set(index, problem!)
    return Promise.resolve({ kind: 'refused', problem: problem! })
  }
  const split = (index: number) => {
    const [first, count] = batches[index]!
    if (count < 2) return Promise.resolve(null)
    const half = Math.ceil(count / 2)
    batches[index] = [first, half]
    batches.push([first + half, count - half])
    return Promise.resolve([index, batches.length - 1] as const)
  }
  return { call, split, got, calls: () => calls }
}

test.each([0, 1, 249, 250, 498, 499])('one recipient is refused, and the others get it: %i', async (bad) => {
  const found = service(500, (person) => (person === bad ? 'no such mailbox' : null))
  await findRefused(0, found)
  expect(found.got.size).toBe(499)
  expect(found.got.has(bad)).toBe(false)
  expect(found.calls()).toBeLessThanOrEqual(20)
})

test('a message that is refused for everybody costs two more calls', async () => {
  const found = service(500, () => 'the text is empty')
  await findRefused(0, found)
  expect(found.got.size).toBe(0)
  expect(found.calls()).toBe(3)
})

test.each([
  [40, 16],
  [1, 500],
])('calls that are too large because of their recipients are made smaller, to %i recipients', async (most, calls) => {
  const batches = [500]
  const sizes: number[] = []
  await findRefused(0, {
    call: (index) => {
      const count = batches[index]!
      if (count > most) return Promise.resolve({ kind: 'refused', problem: 'too large', isTooLarge: true })
      sizes.push(count)
      return Promise.resolve({ kind: 'sent' })
    },
    split: (index) => {
      const half = Math.ceil(batches[index]! / 2)
      batches.push(batches[index]! - half)
      batches[index] = half
      return Promise.resolve([index, batches.length - 1])
    },
  })
  expect(sizes.reduce((sum, size) => sum + size)).toBe(500)
  expect(sizes).toHaveLength(calls)
})

test('several who are refused for reasons of their own never cost more than twenty calls', async () => {
  const found = service(500, (person) => (person % 100 === 7 ? `mailbox ${person}` : null))
  await findRefused(0, found)
  expect(found.calls()).toBeLessThanOrEqual(20)
  expect(found.got.size).toBeGreaterThan(200)
})

test('what is halted, lost or still to come ends the search there', async () => {
  const ends: CallEnd[] = [{ kind: 'other' }, { kind: 'refused', problem: 'x' }]
  const asked: number[] = []
  await findRefused(0, {
    call: (index) => {
      asked.push(index)
      return Promise.resolve(ends.shift() ?? { kind: 'other' })
    },
    split: (index) => Promise.resolve(index > 0 ? null : [index, index + 1]),
  })
  expect(asked).toEqual([0, 1])
})
