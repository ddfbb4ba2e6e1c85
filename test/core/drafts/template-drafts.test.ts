import { expect, test } from 'vitest'
import type { DraftContent } from '#shared/contract/base/draft.ts'
import { openAccount, type OpenApp } from '#test/support/open-app.ts'

type WithAccount = OpenApp & { readonly accountId: string }

const written = {
  from: { address: 'hello@shop.example', name: 'Shop' },
  subject: 'Welcome, {{name}}',
  html: '<p>Hi {{name}}</p>\r\n<!--[if mso]>x<![endif]-->',
  text: 'Hi {{name}}',
  textMode: 'written',
} as const

const contentOf = ({
  from,
  subject = '',
  html,
  text = '',
}: Partial<DraftContent> & Pick<DraftContent, 'from' | 'html'>) => ({
  from,
  subject,
  html,
  text,
})

/** Adds a template to the account and returns its id. */
async function added(
  { ask, accountId }: WithAccount,
  description: string,
  content = contentOf(written),
): Promise<string> {
  const input = { accountId, effectId: crypto.randomUUID(), description, ...content }
  return (await ask('templates.create', input)).id!
}

const edit = ({ ask, accountId }: WithAccount, template: string | null) =>
  ask('drafts.ofTemplate', { accountId, template })

const listed = ({ ask, accountId }: WithAccount) => ask('drafts.list', { accountId })

test('a template is opened in the service’s version, and has one draft', async () => {
  const mailroom = await openAccount()
  const id = await added(mailroom, 'Welcome mail')
  const [draft, again] = await Promise.all([edit(mailroom, id), edit(mailroom, id)])
  expect(again.id).toBe(draft.id)
  expect(draft.content).toMatchObject({ ...written, description: 'Welcome mail' })
  expect(draft.template).toMatchObject({ id, name: 'welcome-mail', description: 'Welcome mail' })
  // Opening the template wrote no draft.
  expect(await listed(mailroom)).toEqual([])
})

test('changed templates are listed, and can be continued after a restart and without the service', async () => {
  const mailroom = await openAccount()
  const id = await added(mailroom, 'Welcome mail')
  const draft = await edit(mailroom, id)
  await mailroom.ask('drafts.save', { id: draft.id, content: { subject: 'Half wri', description: 'Hello mail' } })
  expect(await listed(mailroom)).toMatchObject([{ id: draft.id, subject: 'Half wri', template: { id } }])
  await mailroom.restart()
  mailroom.service.faults.set([{ kind: 'status', path: '/settings/templates', status: 503 }])
  expect(await edit(mailroom, id)).toMatchObject({
    id: draft.id,
    content: { subject: 'Half wri', description: 'Hello mail', html: written.html },
    template: { id, name: 'welcome-mail', description: 'Welcome mail' },
  })
})

test('an unchanged draft is removed when the program ends, and one that was changed back is not listed', async () => {
  const mailroom = await openAccount()
  const id = await added(mailroom, 'Welcome mail')
  const draft = await edit(mailroom, id)
  await mailroom.ask('drafts.save', { id: draft.id, content: { subject: 'Other' } })
  await mailroom.ask('drafts.save', { id: draft.id, content: { subject: written.subject } })
  expect(await listed(mailroom)).toEqual([])
  await mailroom.restart()
  await expect(mailroom.ask('drafts.get', { id: draft.id })).rejects.toMatchObject({ code: 'not-found' })
})

test('a partly empty template is opened without adding the missing parts', async () => {
  const mailroom = await openAccount()
  const id = await added(
    mailroom,
    'Bare',
    contentOf({ from: { address: 'a@shop.example', name: '' }, html: '<p>Hi</p>' }),
  )
  const { content } = await edit(mailroom, id)
  expect(content).toMatchObject({ from: { address: 'a@shop.example', name: '' }, subject: '', html: '<p>Hi</p>' })
  // No text was generated from the HTML either.
  expect(content).toMatchObject({ text: '', textMode: 'none' })
})

test('discarded changes can be restored, unless the template was changed again', async () => {
  const mailroom = await openAccount()
  const id = await added(mailroom, 'Welcome mail')
  const draft = await edit(mailroom, id)
  await mailroom.ask('drafts.save', { id: draft.id, content: { subject: 'First' } })
  await mailroom.ask('drafts.remove', { id: draft.id })
  const second = await edit(mailroom, id)
  expect(second.id).not.toBe(draft.id)
  expect(second.content.subject).toBe(written.subject)
  await mailroom.ask('drafts.restore', { id: draft.id })
  expect(await edit(mailroom, id)).toMatchObject({ id: draft.id, content: { subject: 'First' } })

  await mailroom.ask('drafts.remove', { id: draft.id })
  const third = await edit(mailroom, id)
  await mailroom.ask('drafts.save', { id: third.id, content: { subject: 'Third' } })
  await expect(mailroom.ask('drafts.restore', { id: draft.id })).rejects.toMatchObject({ code: 'conflict' })
})

test('a new template has a separate draft, and a draft of a template cannot be sent', async () => {
  const mailroom = await openAccount()
  const { id } = await edit(mailroom, null)
  const people = { at: 0, remove: 0, rows: [{ address: 'ada@example.org', name: '', values: [], parts: [] }] }
  await mailroom.ask('drafts.save', { id, content: written, people })
  expect(await edit(mailroom, null)).toMatchObject({ id, content: written, template: { id: null, base: null } })
  const send = mailroom.ask('sends.start', { draftId: id, at: null, undoSeconds: 0 })
  await expect(send).rejects.toThrow('This is a template.')
  expect(await listed(mailroom)).toMatchObject([{ id }])
})

test('a message made from a draft of a template has its texts, without the sample values', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const { id } = await edit(mailroom, await added(mailroom, 'Welcome mail'))
  const people = {
    columns: ['name'],
    at: 0,
    remove: 0,
    rows: [{ address: '', name: '', values: ['Ada'], parts: [] }],
  }
  await ask('drafts.save', { id, content: { subject: 'Hello, {{name}}' }, people })
  expect((await ask('drafts.get', { id })).people).toMatchObject({ columns: ['name'], rows: [{ values: ['Ada'] }] })
  const message = await ask('drafts.create', { accountId, start: { from: 'draft', id } })
  expect(message).toMatchObject({ content: { ...written, subject: 'Hello, {{name}}' }, template: null, recipients: 0 })
  expect(message.people).toEqual({ columns: [], rows: [] })
})
