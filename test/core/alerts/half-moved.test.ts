import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { AccountAlerts, type AlertArchive } from '#core/alerts/account-alerts.ts'
import { EventBus } from '#core/base/event-bus.ts'
import { openArchive, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { day, hardRule, message } from './support.ts'

/** `fired` lists for each alert whether the team sees it. */
async function openMember(archive: AlertArchive, author: string) {
  const fired: boolean[] = []
  const ground = { ports: testPorts(await temporaryFolder()), events: new EventBus(), onBroken: () => undefined }
  const alerts = await AccountAlerts.open(ground, 'shop', {
    now: () => day(1) * 1000,
    archive: () => Promise.resolve(archive),
    keepsHistory: () => true,
    author: () => author,
    hadTeam: () => true,
    judgesForTeam: () => Promise.resolve(true),
    onFired: (events, isShared) => fired.push(...events.map(() => isShared)),
    onChange: () => undefined,
  })
  onTestFinished(() => alerts.close())
  const listed = async () => (await alerts.list(() => Promise.resolve(null))).rules.map(({ sharedBy }) => sharedBy)
  return { alerts, fired, listed }
}

/** Ada’s rule is in both places, as after a move that was interrupted. */
async function openHalfMoved() {
  const archive = await openArchive()
  const ada = await openMember(archive, 'ada')
  await ada.alerts.save(hardRule)
  const bob = await openMember(archive, 'bob')
  await bob.alerts.save(hardRule, true)
  return { archive, ada, bob }
}

/** Bob has shared the rule. Ada’s changes to the archive’s rules end with an error, before or after they are made. */
async function openShared(error: AppError, isMade: boolean) {
  const archive = await openArchive()
  const bob = await openMember(archive, 'bob')
  await bob.alerts.save(hardRule, true)
  const failing: AlertArchive = {
    statistics: (question) => archive.statistics(question),
    horizon: () => archive.horizon(),
    info: () => archive.info(),
    setting: (name) => archive.setting(name),
    changeSetting: async (name, values) => {
      if (isMade) await archive.changeSetting(name, values)
      throw error
    },
  }
  return { ada: await openMember(failing, 'ada'), bob }
}

it('judges a half-moved rule only as the team’s', async () => {
  const { archive, ada } = await openHalfMoved()
  const states = Array.from({ length: 200 }, (_, at) => (at < 10 ? 'hardbounced' : 'delivered'))
  await archive.import(
    states.map((state, at) => message(day(0) + at, state)),
    { covered: { from: day(-1), to: day(1) - 1 }, lastSync: day(1) },
  )
  await ada.alerts.evaluate()
  expect(ada.fired).toEqual([true])
})

it('removes a half-moved rule from both places', async () => {
  const { ada } = await openHalfMoved()
  await ada.alerts.remove(hardRule.id)
  expect(await ada.listed()).toEqual([])
})

it('keeps only the team’s rule when a half-moved rule is saved', async () => {
  const { ada, bob } = await openHalfMoved()
  await ada.alerts.save({ ...hardRule, name: 'Bad addresses' }, true)
  expect(await ada.listed()).toEqual(['bob'])
  await bob.alerts.remove(hardRule.id)
  expect(await ada.listed()).toEqual([])
})

it('keeps no copy of a rule whose sharing it could not end', async () => {
  const refusal = new AppError('archive-read-only', 'Readers can’t change the archive.')
  const { ada, bob } = await openShared(refusal, false)
  await expect(ada.alerts.save(hardRule, false)).rejects.toMatchObject({ code: 'archive-read-only' })
  await bob.alerts.remove(hardRule.id)
  expect(await ada.listed()).toEqual([])
})

it('keeps the copy if the team no longer has the rule, although the response was lost', async () => {
  const lost = new AppError('archive-unreachable', 'The server can’t be reached.')
  const { ada } = await openShared(lost, true)
  await expect(ada.alerts.save(hardRule, false)).rejects.toThrow('can’t be reached')
  expect(await ada.listed()).toEqual([null])
})
