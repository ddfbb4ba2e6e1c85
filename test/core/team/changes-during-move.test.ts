import { expect, onTestFinished, test } from 'vitest'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { createSchema, onServer } from '#test/core/archive/support/open-server.ts'
import { openBodies } from '#test/core/bodies/support/open-bodies.ts'
import { file, fileOf, rows } from '#test/core/imports/support.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import { addressesOnce, ended, send, syncToday } from './support/team-account.ts'

/** A keychain that asks the user before it stores the password of a team archive. */
function askingKeychain() {
  const keychain = createMemorySecretStore()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  // After a failure, a move that waits would keep its Mailroom from closing.
  onTestFinished(() => answered.resolve())
  const set = async (id: string, secret: string): Promise<void> => {
    if (id.endsWith('-team')) {
      asked.resolve()
      await answered.promise
    }
    await keychain.set(id, secret)
  }
  return { secrets: { ...keychain, set }, asked: asked.promise, answer: answered.resolve }
}

onServer('erasures and imports are refused until a moved account uses its team archive', async () => {
  const { secrets, asked, answer } = askingKeychain()
  const mailroom = await openAppAtSandbox({}, () => ({ secrets }))
  const { id: accountId } = await mailroom.addAccount({}, 'keychain')
  const { ask } = mailroom
  await send(mailroom, 'gone@example.org')
  await syncToday(mailroom)
  await addressesOnce(mailroom, 1)
  const erase = () => ask('recipients.erase', { accountId, email: 'gone@example.org' })
  const token = await fileOf(mailroom, await file(mailroom, 'csv', rows(3)))
  const importFile = async () => ended(mailroom, (await ask('imports.start', { accountId, token })).jobId)

  const { jobId } = await ask('team.move', { accountId, ...(await createSchema()), keep: 'keychain' })
  await asked
  const refusal = expect.stringContaining('is being moved to a team’s server') as string
  await expect(erase()).rejects.toMatchObject({ code: 'conflict', message: refusal })
  expect(await importFile()).toMatchObject({ state: 'failed', error: { message: refusal } })
  answer()
  expect(await ended(mailroom, jobId)).toMatchObject({ state: 'done' })
  expect(await importFile()).toMatchObject({ state: 'done' })
  expect(await erase()).toMatchObject({ messages: 1 })
  await addressesOnce(mailroom, 3)
})

test('no move begins while messages are imported or erased', async () => {
  const { archives, id } = await openBodies()
  const move = () => archives.moves.whileMovingUp(id, () => Promise.resolve('moved'))
  await archives.moves.whileChanging(id, async () => {
    await expect(move()).rejects.toMatchObject({ code: 'conflict' })
  })
  expect(await move()).toBe('moved')
})
