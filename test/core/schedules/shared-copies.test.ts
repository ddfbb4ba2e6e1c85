import { expect, test } from 'vitest'
import type { ArchivePort } from '#core/archive/index.ts'
import { SharedCopies } from '#core/schedules/shared-copies.ts'
import { TeamShelf } from '#core/schedules/team-shelf.ts'
import { openArchive } from '#test/core/archive/support/open-archive.ts'
import { stored, timing, type Stored } from './stored-schedule.ts'

const accountId = crypto.randomUUID()

const shared: Stored = {
  id: crypto.randomUUID(),
  kind: 'export',
  accountId,
  timing,
  zone: 'UTC',
  folderPath: '/exports',
  paused: false,
  due: 1000,
  last: null,
  missed: [],
  sharedBy: 'ada',
  ranHere: null,
}

function computerWith(archive: ArchivePort) {
  let all: Stored[] = []
  const account = { id: accountId, storeHistory: true, teamServer: null, lastTeamServer: null }
  const rules = {
    kind: 'export',
    own: {},
    read: (parsed: unknown) => stored.parse(parsed),
    lastFolder: () => null,
  } as const
  return new SharedCopies<Stored>(
    {
      accounts: { get: () => account, list: () => ({ accounts: [account] }) },
      archives: { of: async () => archive },
    },
    {
      shelf: new TeamShelf(rules),
      find: (id) => all.find((one) => one.id === id),
      set: async (_account, change) => void (all = change(all)),
    },
  )
}

test('of two computers that find a run due at the same time, one begins it', async () => {
  const archive = await openArchive()
  const computers = [computerWith(archive), computerWith(archive)]
  for (const computer of computers) await computer.share(shared)
  const begun = await Promise.all(
    computers.map(async (computer) => {
      let begins = false
      const { due } = await computer.change(shared.id, (before) => {
        begins = before.due === shared.due
        return begins ? { ...before, due: before.due + 1000 } : undefined
      })
      return { begins, due }
    }),
  )
  expect(begun.filter(({ begins }) => begins)).toHaveLength(1)
  expect(begun.map(({ due }) => due)).toEqual([2000, 2000])
})
