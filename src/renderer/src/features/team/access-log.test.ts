import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import type { AccessLine } from '#shared/contract/team.ts'
import type { Host } from '../../lib/host/host.ts'
import { AccessLog } from './access-log.svelte.ts'

function lineOf(id: number): AccessLine {
  return { id, at: id, role: 'ada', mailroom: null, kind: 'opened', person: null, messages: null }
}

/** A host whose archive has this many lines, or fails. */
function openLog(count: number) {
  const state = { count, fails: false, asked: [] as CommandInput<'team.accessLog'>[] }
  const answer = (name: string, input: CommandInput<'team.accessLog'> & { choice?: string }) => {
    if (state.fails) throw new AppError('archive-away', 'The server does not respond.')
    if (name === 'team.chooseAccessLog') return { logged: input.choice }
    state.asked.push(input)
    const newest = Math.min(state.count, (input.before ?? Infinity) - 1)
    const lines = Array.from({ length: Math.min(input.limit, newest) }, (_none, at) => lineOf(newest - at))
    return { refused: null, logged: 'changes', lines: input.filter.role === 'nobody' ? [] : lines }
  }
  const invoke = (name: string, input: CommandInput<'team.accessLog'>) =>
    new Promise((resolve) => resolve(answer(name, input)))
  const log = new AccessLog({ invoke } as unknown as Host, { accountId: 'a', zone: () => 'UTC' })
  return { log, state }
}

test('lines are loaded page by page, each once, and after the last no more are asked for', async () => {
  const { log, state } = openLog(250)
  log.reload()
  await expect.poll(() => log.isLoaded).toBe(true)
  for (let page = 0; page < 4; page++) await log.more()
  expect(log.lines.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_none, at) => 250 - at))
  expect(state.asked.map(({ before }) => before)).toEqual([undefined, 151, 51])
})

test('a filter loads its lines once, however often it is entered', async () => {
  const { log, state } = openLog(3)
  log.reload()
  await expect.poll(() => log.lines.length).toBe(3)
  expect(log.isFiltered).toBe(false)
  log.enter({ who: 'nobody' })
  expect([log.isLoaded, log.isFiltered]).toEqual([false, true])
  log.enter({ who: 'nobody ' })
  await expect.poll(() => log.isLoaded).toBe(true)
  expect(log.lines).toEqual([])
  expect(state.asked.map(({ filter }) => filter)).toEqual([{}, { role: 'nobody' }])
})

test('a choice that fails shows the one before, and lines that could not be read can be tried again', async () => {
  const { log, state } = openLog(1)
  log.reload()
  await expect.poll(() => log.logged).toBe('changes')
  state.fails = true
  await expect(log.choose('all')).rejects.toMatchObject({ code: 'archive-away' })
  expect(log.logged).toBe('changes')
  log.reload()
  await expect.poll(() => log.error?.code).toBe('archive-away')
  expect(log.lines).toHaveLength(1)
  state.fails = false
  log.reload()
  await expect.poll(() => log.error).toBeUndefined()
})
