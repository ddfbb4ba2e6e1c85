import { expect, test } from 'vitest'
import { openAppAtSandbox } from '#test/support/open-app.ts'

test('two changes of a sync’s options at the same time are both kept', async () => {
  const mailroom = await openAppAtSandbox({})
  await mailroom.addAccount()
  const { ask, accountId } = mailroom
  const configure = (options: { details: boolean } | { paused: boolean }) =>
    ask('sync.configure', { accountId, options })
  await Promise.all([configure({ details: false }), configure({ paused: true })])
  expect((await ask('sync.status', { accountId })).options).toMatchObject({ details: false, paused: true })
})
