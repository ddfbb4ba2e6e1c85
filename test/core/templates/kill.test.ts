import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { killAfter, killRounds } from '#test/core/support/kill-program.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import { createRandom } from '../archive/support/generate.ts'
import { create } from './support.ts'

const program = fileURLToPath(new URL('killed-update.ts', import.meta.url))
/** Each starts Mailroom twice. */
const rounds = killRounds(5)

test('what the service has is among the versions when Mailroom is killed while it updates', async () => {
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({}, 'keychain')
  const { ask, accountId, folder, secrets } = mailroom
  const secret = (await secrets.get(accountId))!
  const id = await create(mailroom)
  const random = createRandom(22)
  for (let round = 0; round < rounds; round++) {
    await mailroom.close()
    await killAfter(program, [folder, accountId, secret, id, String(round)], 30 + Math.floor(random() * 400))
    await mailroom.start()
    const before = await ask('templates.history', { accountId, id })
    expect(before.unreadable).toBe(0)
    const { template, version } = await ask('templates.get', { accountId, id })
    // Nothing had to be kept that was not there: whatever had arrived was on the disk first.
    const after = await ask('templates.history', { accountId, id })
    expect(after.versions).toHaveLength(before.versions.length)
    expect(after.versions.find((one) => one.id === version)).toMatchObject({ state: 'saved', isCurrent: true })
    expect(await ask('templates.version', { accountId, id, version: version! })).toMatchObject({
      subject: template!.subject,
      html: template!.html,
    })
  }
  // Otherwise every process was killed before its first update.
  expect((await ask('templates.history', { accountId, id })).versions.length).toBeGreaterThan(1)
}, 120_000)
