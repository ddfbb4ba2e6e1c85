import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAppAtSandbox } from '#test/support/open-app.ts'

/** An account in whose folder a copy of a team archive was killed halfway. */
async function withLeftCopy() {
  const mailroom = await openAppAtSandbox({})
  await mailroom.addAccount()
  const { ask, accountId } = mailroom
  await ask('archive.info', { accountId })
  const path = join(mailroom.folder, 'accounts', accountId, 'archive-from-team.sqlite.part-1')
  await writeFile(path, 'ada@example.org')
  return { mailroom, accountId, path }
}

test('an erasure removes the files of a killed copy of a team archive', async () => {
  const { mailroom, accountId, path } = await withLeftCopy()
  await mailroom.ask('recipients.erase', { accountId, email: 'ada@example.org' })
  expect(existsSync(path)).toBe(false)
})

test('so does deleting the history of an account', async () => {
  const { mailroom, accountId: id, path } = await withLeftCopy()
  const profile = mailroom.profile({ storeHistory: false })
  await mailroom.ask('accounts.update', { id, profile, archive: 'delete' })
  expect(existsSync(path)).toBe(false)
})
