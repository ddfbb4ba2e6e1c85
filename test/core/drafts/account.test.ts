import { expect, test } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openAccount, type OpenApp } from '#test/support/open-app.ts'
import { eventually } from '#test/support/eventually.ts'
import { create } from '#test/core/templates/support.ts'

/** Sends a message and reads its records into the archive. */
async function sendTo({ ask, accountId }: OpenApp<Sandbox>, ...to: string[]): Promise<void> {
  const id = crypto.randomUUID()
  const message = { to, from: 'hello@shop.example', subject: 'Your invoice', text: 'Hello' }
  const sentAt = Date.now()
  await ask('sends.test', { accountId, id, message })
  await eventually(async () => {
    const found = await ask('sends.findTest', { accountId, sendId: id, sentAt })
    expect(found).toHaveLength(to.length)
    expect(found.every(({ lastState }) => lastState !== 'requested')).toBe(true)
  })
}

test('the context of an account lists its senders, domains and keys, and no secret', async () => {
  const mailroom = await openAccount({}, { scenario: 'demo' })
  const { accountId } = mailroom
  await sendTo(mailroom, 'one@example.org', 'two@example.org', 'three@example.org', 'rare@example.net')
  const context = await mailroom.ask('drafts.context', { accountId })
  expect(context.problems).toEqual([])
  expect(context.senders).toEqual([{ address: 'hello@shop.example', name: '' }])
  // The same as in Domains: this domain is verified and signs, but its other records are still open.
  expect(context.domains).toContainEqual({ name: 'news.nordwind.example', verified: false })
  expect(context.domains).toContainEqual(expect.objectContaining({ verified: true }))
  expect(context.recipientDomains).toEqual(['example.org'])
  expect(context.keys.length).toBeGreaterThan(0)
  const secrets = mailroom.service.control.keys().map(({ key }) => key)
  for (const secret of secrets) expect(JSON.stringify(context)).not.toContain(secret)
})

test('options are suggested from the service’s lists, and from other messages of the account', async () => {
  const mailroom = await openAccount({}, { scenario: 'demo' })
  const { accountId } = mailroom
  const { id, content } = await mailroom.ask('drafts.create', { accountId, start: { from: 'blank' } })
  const options = { ...content.options, ipPool: ' bulk-2 ', blacklist: 'partners' }
  const from = { address: 'hello@shop.example', name: '' }
  await mailroom.ask('drafts.save', {
    id,
    content: { options, from, subject: 'Hi', text: 'Hi' },
    people: { at: 0, remove: 0, rows: [{ address: 'ann@example.org', name: '', values: [], parts: [] }] },
  })
  const ofDraft = await mailroom.ask('sends.optionValues', { accountId })
  expect(ofDraft).toMatchObject({ ipPool: ['bulk-2'], blacklist: ['newsletter', 'partners'] })
  expect(ofDraft.template.length).toBeGreaterThan(0)
  await mailroom.ask('sends.start', { draftId: id, at: null, undoSeconds: 120 })
  expect(await mailroom.ask('sends.optionValues', { accountId })).toEqual(ofDraft)
})

test('blocked recipients are found in the archive', async () => {
  const mailroom = await openAccount()
  const { accountId } = mailroom
  await sendTo(mailroom, 'bounce@example.org', 'fine@example.org')
  const addresses = ['Bounce@example.org', 'fine@example.org', 'new@example.org']
  const { listed, blocked } = await mailroom.ask('drafts.checkRecipients', { accountId, addresses, blacklist: '' })
  // The blacklists have not been read yet.
  expect(listed).toEqual([])
  expect(blocked).toMatchObject([
    { address: 'Bounce@example.org', reason: expect.stringContaining('hard-bounced') as string },
  ])
})

test('recipients on a blacklist are found in its copy, including a custom list that the message names', async () => {
  const mailroom = await openAccount({ storeHistory: false })
  const { accountId, ask } = mailroom
  const add = (email: string, list: string, type = 'unsubscribers') =>
    ask('blacklists.add', { accountId, type, email, reason: 'asked', list })
  await add('ann@example.org', '')
  await add('bob@example.org', 'news')
  await add('gone@example.org', '', 'bounces')
  const addresses = ['Ann@example.org', 'bob@example.org', 'eve@example.org', 'ann@example.org']
  const wanted = { accountId, addresses, blacklist: '' }
  const entry = { type: 'unsubscribers', reason: 'asked' }
  await ask('blacklists.read', { accountId, ifOlderThan: null, types: [] })
  await eventually(async () => {
    const { listed } = await ask('drafts.checkRecipients', wanted)
    expect(listed).toEqual([{ address: 'Ann@example.org', list: '', blocks: true, ...entry }])
  })
  const named = { ...wanted, addresses: [...addresses, 'gone@example.org'], blacklist: 'news' }
  const { listed } = await ask('drafts.checkRecipients', named)
  expect(listed.map(({ address, blocks }) => [address, blocks])).toEqual([
    ['Ann@example.org', false],
    ['bob@example.org', true],
    ['gone@example.org', true],
  ])
  expect((await ask('sends.optionValues', { accountId })).blacklist).toEqual(['news'])
})

test('a template becomes a draft', async () => {
  const mailroom = await openAccount()
  const { accountId } = mailroom
  const content = { subject: 'Welcome', html: '<p>Hi {{name}}</p>', text: '' }
  const id = await create(mailroom, { ...content, description: 'Welcome mail' })
  await eventually(async () => {
    const days = { from: '2020-01-01', to: '2100-01-01', zone: 'UTC' }
    const { notes } = await mailroom.ask('notes.list', { accountId, ...days })
    expect(notes).toMatchObject([{ kind: 'template-saved', text: 'Template saved: “Welcome mail”' }])
  })
  const start = { from: 'template', id } as const
  const draft = await mailroom.ask('drafts.create', { accountId, start })
  expect(draft.content).toMatchObject({ subject: 'Welcome', html: '<p>Hi {{name}}</p>', from: { name: 'Shop' } })
})

test('styles are moved into the elements, and variables, comments and media queries are kept', async () => {
  const mailroom = await openAccount()
  const html =
    '<html><head><style>p{color:red}@media (max-width:600px){p{color:blue}}</style></head><body><!--[if mso]><i></i><![endif]--><p>{{name}}</p></body></html>'
  const inlined = await mailroom.ask('drafts.inlineCss', { html })
  expect(inlined.html).toContain('<p style="color: red;">{{name}}</p>')
  expect(inlined.html).toContain('<!--[if mso]><i></i><![endif]-->')
  expect(inlined.html).toContain('@media')
})
