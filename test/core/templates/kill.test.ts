import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isKilledOften, killPoints, runToPoint, stepsIn, type Ran } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import type { KilledUpdate } from './killed-update.ts'
import { create } from './support.ts'

const program = fileURLToPath(new URL('killed-update.ts', import.meta.url))
const updates = isKilledOften ? 10 : 3

const aimed: readonly KillPoint[] = [
  // An update first reads the template, so it makes two calls. The version is on the disk, but the update is not
  // sent.
  { step: 'call', nth: 2 },
  // The update has arrived, but is not recorded.
  { step: 'answered', nth: 2 },
  // The second update is being sent.
  { step: 'sent', nth: 4 },
]

test('the service’s content is among the versions when Mailroom is killed during an update', async () => {
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({}, 'keychain')
  const { ask, accountId, folder, secrets } = mailroom
  const secret = (await secrets.get(accountId))!
  const id = await create(mailroom)
  let round = 0
  const updateKilled = async (point: KillPoint): Promise<Ran> => {
    await mailroom.close()
    const flags: KilledUpdate = { folder, accountId, secret, id, round: round++, updates, point }
    const ran = await runToPoint(program, flags)
    await mailroom.start()
    const before = await ask('templates.history', { accountId, id })
    expect(before.unreadable).toBe(0)
    const { template, version } = await ask('templates.get', { accountId, id })
    // No missing version had to be added: everything that arrived had been saved first.
    const after = await ask('templates.history', { accountId, id })
    expect(after.versions).toHaveLength(before.versions.length)
    expect(after.versions.find((one) => one.id === version)).toMatchObject({ state: 'saved', isCurrent: true })
    expect(await ask('templates.version', { accountId, id, version: version! })).toMatchObject({
      subject: template!.subject,
      html: template!.html,
    })
    return ran
  }
  let killed = 0
  for (const point of await killPoints(aimed, async () => stepsIn(await updateKilled({ step: '', nth: 0 })))) {
    if ((await updateKilled(point)).isKilled) killed += 1
  }
  expect(killed).toBeGreaterThan(isKilledOften ? 0 : aimed.length - 1)
  // Makes sure that not every process was killed before its first update.
  expect((await ask('templates.history', { accountId, id })).versions.length).toBeGreaterThan(1)
}, 600_000)
