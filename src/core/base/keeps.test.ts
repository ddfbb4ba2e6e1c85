import { expect, test } from 'vitest'
import { eachInTurn, keepsNothing, KeptByRooms } from './keeps.ts'

test('a room that fails keeps no other from an erasure, and its failure is thrown in the end', async () => {
  const done: string[] = []
  const work = (name: string) => async () => void done.push(name)
  const fails = () => Promise.reject(new Error('disk full'))
  const kept = new KeptByRooms()
  kept.use([
    { ...keepsNothing, erase: work('last') },
    { ...keepsNothing, erase: eachInTurn(fails, work('second of two')) },
    keepsNothing,
    { ...keepsNothing, erase: work('first') },
  ])
  await expect(kept.erase({ accountId: 'a', email: 'ann@x.org', keepsViews: false })).rejects.toThrow('disk full')
  expect(done).toEqual(['last', 'second of two', 'first'])
})

test('each part of an account is said by the room that keeps it', async () => {
  const kept = new KeptByRooms()
  kept.use([
    { ...keepsNothing, size: { drafts: async () => ({ bytes: 2, items: 1 }), sends: async () => null } },
    { ...keepsNothing, size: { archive: async () => ({ bytes: 5, items: null }) } },
  ])
  expect(await kept.sizes('a')).toEqual([
    { part: 'drafts', bytes: 2, items: 1 },
    { part: 'archive', bytes: 5, items: null },
  ])
  expect([await kept.bytesOf('a', 'archive'), await kept.bytesOf('a', 'sends')]).toEqual([5, null])
})
