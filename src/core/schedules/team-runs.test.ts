import { expect, test } from 'vitest'
import type { Planned } from './plan.ts'
import { TeamRuns, type TeamRole } from './team-runs.ts'

const schedule: Planned = {
  id: crypto.randomUUID(),
  kind: 'export',
  accountId: 'account',
  timing: { every: 'day', weekday: 1, monthDay: 1, time: '07:30', cron: '' },
  zone: 'UTC',
  folderPath: '/exports',
  paused: false,
  due: 1000,
  last: { at: 500, state: 'done', text: '' },
  missed: [],
  sharedBy: 'ada',
  ranHere: null,
}

/** The look at which a Mailroom begins the run; null if it begins none in 20 looks. */
function beginsAt(change: Partial<Planned>, role: TeamRole, runs = new TeamRuns()): number | null {
  const looks = Array.from({ length: 20 }, (_none, at) =>
    runs.mayBegin({ ...schedule, ...change }, role) ? at + 1 : 0,
  )
  return looks.find((look) => look > 0) ?? null
}

test('the Mailroom that syncs begins a run at once, then the one that made the last run, then any other', () => {
  expect(beginsAt({}, 'leads')).toBe(1)
  expect(beginsAt({ ranHere: 500 }, 'follows')).toBe(5)
  expect(beginsAt({}, 'follows')).toBe(9)
  expect(beginsAt({ ranHere: 400 }, 'follows')).toBe(9)
})

test('without a folder, only the Mailroom that syncs begins a run, after all others', () => {
  expect(beginsAt({ folderPath: '' }, 'leads')).toBe(17)
  expect(beginsAt({ folderPath: '', ranHere: 500 }, 'follows')).toBeNull()
})

test('the looks are counted for each schedule, and again for its next run', () => {
  const runs = new TeamRuns()
  expect(beginsAt({}, 'follows', runs)).toBe(9)
  expect(beginsAt({ id: crypto.randomUUID() }, 'follows', runs)).toBe(9)
  expect(beginsAt({ due: 2000 }, 'follows', runs)).toBe(9)
})
