import { expect, test } from 'vitest'
import { openAccount } from '#test/support/open-app.ts'

test('a snippet survives a restart, and a draft can start from it', async () => {
  const mailroom = await openAccount()
  const { accountId } = mailroom
  const snippet = { id: crypto.randomUUID(), name: 'Thanks', subject: 'Thank you', html: '<p>Thanks</p>', text: '' }
  await mailroom.ask('snippets.save', snippet)
  await mailroom.restart()
  expect(await mailroom.ask('snippets.list')).toEqual([snippet])
  const start = { from: 'snippet', id: snippet.id } as const
  const draft = await mailroom.ask('drafts.create', { accountId, start })
  expect(draft.content).toMatchObject({ subject: 'Thank you', html: '<p>Thanks</p>', textMode: 'made' })
  await mailroom.ask('snippets.remove', { id: snippet.id })
  expect(await mailroom.ask('snippets.list')).toEqual([])
})
