import { expect } from 'vitest'
import { onServer } from '#test/core/archive/support/open-server.ts'
import { eventually } from '#test/support/eventually.ts'
import { join, openColleague, openTeamAccount, type Mailroom } from './support/team-account.ts'

const failed = { name: ' Failed ', text: 'state:failed', sort: { field: 'created' as const, descending: true } }

async function viewsOf({ ask, accountId }: Mailroom): Promise<string[]> {
  return (await ask('team.views', { accountId })).map(({ name, text, sharedBy }) => `${name}: ${text}, by ${sharedBy}`)
}

function save({ ask, accountId }: Mailroom, id: string, change: Partial<typeof failed> = {}) {
  return ask('team.saveView', { accountId, id, ...failed, ...change })
}

onServer('everyone can use, replace and remove a saved view of the team', async () => {
  const { mailroom: ada, created } = await openTeamAccount()
  const bob = await openColleague(ada)
  await join(bob, created)
  const by = created.server.user
  const heard: string[] = []
  bob.app.subscribe(({ name }) => heard.push(name))

  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const
  await Promise.all([save(ada, ids[0]), save(bob, ids[1], { name: 'Ann', text: 'to:ann@example.org' })])
  const both = [`Ann: to:ann@example.org, by ${by}`, `Failed: state:failed, by ${by}`]
  expect(await viewsOf(ada)).toEqual(both)
  expect(await viewsOf(bob)).toEqual(both)
  await eventually(() => expect(heard).toContain('archive.changed'))

  await save(bob, ids[0], { text: 'state:hardbounced' })
  await ada.ask('recipients.erase', { accountId: ada.accountId, email: 'ann@example.org' })
  expect(await viewsOf(ada)).toEqual([`Ann: to:erased, by ${by}`, `Failed: state:hardbounced, by ${by}`])
  await ada.ask('team.removeView', { accountId: ada.accountId, id: ids[1] })
  expect(await viewsOf(bob)).toEqual([`Failed: state:hardbounced, by ${by}`])

  await expect(save(ada, crypto.randomUUID(), { name: ' ' })).rejects.toMatchObject({ code: 'invalid-input' })
  await ada.ask('team.leave', { accountId: ada.accountId })
  expect(await viewsOf(ada)).toEqual([])
  await expect(save(ada, crypto.randomUUID())).rejects.toThrow('so it has no team to share with')
})
