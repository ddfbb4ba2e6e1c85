import { expect, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { Filling } from '#core/archive/server/move/filling.ts'
import { monthOf } from '#core/archive/server/record/months.ts'
import { ServerArchive } from '#core/archive/server/server-archive.ts'
import { Lease } from '#core/archive/server/team/lease.ts'
import { everyMessage } from '../../support/compare.ts'
import { createSchema, onServer } from '../../support/open-server.ts'
import {
  movedAccount,
  moveUntil,
  moveUp,
  openFilled,
  optionsOf,
  variousMessages,
  type Address,
} from '../../support/moving.ts'

/** The file of the same account on another computer. */
const again = { ...movedAccount, source: 'account 2' }

/** A Mailroom that begins a move and then waits. */
async function begin({ server, password }: Address, from: typeof movedAccount) {
  const database = new ServerDatabase(server, password)
  onTestFinished(() => database.close())
  const lease = new Lease(database, { id: from.source, name: from.source }, 3600)
  onTestFinished(() => lease.release())
  const filling = await Filling.begin(database, lease, from)
  return { filling, release: () => lease.release() }
}

onServer('a move that another file of the same account began is done from the beginning', async () => {
  const address = await createSchema()
  const { folder } = await openFilled()
  await moveUntil(address, folder, (note) => note.includes('2025-03'))
  const other = await openFilled(variousMessages(300))
  await moveUp(address, other.folder, again)
  const moved = await ServerArchive.open(optionsOf(address, 'bob'))
  onTestFinished(() => moved.close())
  expect(await everyMessage(moved)).toEqual(await everyMessage(other.archive))
  expect(await moved.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
})

onServer('a move does not go on after another one has begun from the beginning', async () => {
  const address = await createSchema()
  const first = await begin(address, movedAccount)
  await first.release()
  const second = await begin(address, again)
  await second.release()
  const month = monthOf(0)
  const sum = { records: 0, digest: '' }
  await expect(first.filling.confirm(month, sum)).rejects.toMatchObject({ code: 'conflict', retryable: true })
  await first.release()
  await second.filling.confirm(month, sum)
})
