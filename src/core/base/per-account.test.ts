import { expect, test } from 'vitest'
import { PerAccount } from './per-account.ts'

class Thing {
  isClosed = false
  readonly number: number

  constructor(number: number) {
    this.number = number
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}

/** Counts openings; the openings with the given numbers fail. */
function counted(...failing: number[]): PerAccount<Thing> {
  let opened = 0
  return new PerAccount<Thing>(async () => {
    const thing = new Thing(++opened)
    if (failing.includes(opened)) throw new Error(`opening ${opened} failed`)
    return thing
  })
}

test('opens a thing once for everybody who asks at the same time', async () => {
  const things = counted()
  const [first, second] = await Promise.all([things.of('a'), things.of('a')])
  expect(first).toBe(second)
  expect((await things.of('b')).number).toBe(2)
})

test('tries again after a failed attempt', async () => {
  const things = counted(1)
  await expect(things.of('a')).rejects.toThrow('opening 1 failed')
  expect((await things.of('a')).number).toBe(2)
})

test('makes everybody wait for the new thing while it replaces the old one', async () => {
  const things = counted()
  const old = await things.of('a')
  const replaced = things.replace('a', async () => expect(old.isClosed).toBe(true))
  expect((await things.of('a')).number).toBe(2)
  await replaced
})

test('opens nothing after everything was closed', async () => {
  const things = counted()
  const thing = await things.of('a')
  await things.closeAll(() => undefined)
  expect(thing.isClosed).toBe(true)
  await expect(things.of('a')).rejects.toMatchObject({ code: 'cancelled' })
})

test('reports what could not be closed and closes the rest', async () => {
  const things = counted()
  const [bad, good] = [await things.of('a'), await things.of('b')]
  bad.close = () => Promise.reject(new Error('the disk is full'))
  const failed: string[] = []
  await things.closeAll((accountId) => failed.push(accountId))
  expect(failed).toEqual(['a'])
  expect(good.isClosed).toBe(true)
})
