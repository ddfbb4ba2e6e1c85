import { expect, test } from 'vitest'
import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { KeyNames } from './key-names.svelte.ts'

type Input = CommandInput<'statistics.keyNames'>
type Reply = { input: Input; resolve: (names: CommandOutput<'statistics.keyNames'>) => void; reject: () => void }

/** A core that responds only when the test says so. */
function openNames() {
  const asked: Reply[] = []
  const invoke = (_name: string, input: Input) =>
    new Promise((resolve, reject) => asked.push({ input, resolve, reject: () => reject(new Error('It failed.')) }))
  return { asked, names: new KeyNames({ invoke } as unknown as Host, 'a') }
}

test('a reply that a later question overtook does not take the names of the later one away', async () => {
  const { asked, names } = openNames()
  const loads = [names.load(['old']), names.load(['new'])]
  asked[1]!.resolve({ names: { new: 'Shop' }, listed: [{ id: 'new', name: 'Shop' }] })
  asked[0]!.resolve({ names: { old: 'Blog' }, listed: [] })
  await Promise.all(loads)
  expect([names.of('new'), names.of('old')]).toEqual(['Shop', 'old'])
  expect(names.listed).toEqual([{ id: 'new', name: 'Shop' }])
})

test('the known names stay when the next question fails', async () => {
  const { asked, names } = openNames()
  const first = names.load(['k'])
  asked[0]!.resolve({ names: { k: 'Shop' }, listed: [] })
  await first
  const second = names.load(['k', 'l'])
  asked[1]!.reject()
  await second
  expect(names.of('k')).toBe('Shop')
})

test('only names that the core takes are asked for', () => {
  const { asked, names } = openNames()
  void names.load(['', 'k'.repeat(401), ...Array.from({ length: 1200 }, (_, at) => `key ${at}`)])
  expect(asked[0]!.input.keys).toHaveLength(1000)
  expect(asked[0]!.input.keys[0]).toBe('key 0')
})
