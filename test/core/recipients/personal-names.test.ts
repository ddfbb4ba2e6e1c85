import { expect, test } from 'vitest'
import { inState, newDraft, now, person, type Mailroom } from '#test/core/sends/support/sending.ts'
import { openAccount, openApp } from '#test/support/open-app.ts'

type Asking = Pick<Mailroom, 'ask' | 'accountId'>

async function find({ ask, accountId }: Asking, text: string) {
  return (await ask('recipients.find', { accountId, text, limit: 5, asker: 'test' }))!.recipients
}

const named = async (mailroom: Asking, text: string) =>
  (await find(mailroom, text)).map(({ email, name }) => [name, email])

async function sent(mailroom: Mailroom, draft: Parameters<typeof newDraft>[1]): Promise<string> {
  const id = await newDraft(mailroom, draft)
  await mailroom.ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  return id
}

const louise = ['Louise Lefèvre', 'll1974@example.org']
const rows = [
  person('ll1974@example.org', { name: 'Louise Lefèvre' }),
  person('jm@example.org', { name: 'Jörg  Müller' }),
  person('nobody@example.org'),
]

test('a person is found by every part of the name in a send, and is shown with it', async () => {
  const mailroom = await openAccount()
  await sent(mailroom, { rows })
  for (const text of ['Louise', 'lefevre', 'LEFÈVRE', 'lef lou', 'fèv', 'lo', 'louise lefèvre']) {
    expect(await named(mailroom, text), text).toEqual([louise])
  }
  for (const text of ['Müller', 'mueller', 'muller', 'jörg mul']) {
    expect(await named(mailroom, text), text).toEqual([['Jörg Müller', 'jm@example.org']])
  }
  for (const text of ['louise müller', 'ouis f', 'tabitha']) expect(await named(mailroom, text), text).toEqual([])
})

test('the name is shown beside an address that is found by its letters, and people with this name are listed first', async () => {
  const mailroom = await openAccount()
  await sent(mailroom, { rows: [person('louise@example.org'), ...rows] })
  const { accountId, service } = mailroom
  await service.settle()
  await mailroom.ask('sync.configure', { accountId, options: { from: Math.floor(Date.now() / 1000) - 86_400 } })
  await mailroom.ask('sync.now', { accountId })
  await expect.poll(async () => (await find(mailroom, 'louise')).map(({ messages }) => messages)).toEqual([1, 1])
  expect(await find(mailroom, 'louise')).toMatchObject([
    { name: louise[0], email: louise[1], messages: 1, newest: { subject: 'Hello {{name}}' } },
    { email: 'louise@example.org', messages: 1 },
  ])
  expect(await named(mailroom, 'll1974')).toEqual([louise])
  expect(await named(mailroom, 'nobody')).toEqual([[undefined, 'nobody@example.org']])
})

test('values of the table count as names too, and the newest send decides', async () => {
  const mailroom = await openAccount()
  const email = 'mb@example.org'
  const columns = ['city', 'Vorname', 'last_name']
  await sent(mailroom, { columns, rows: [person(email, { values: ['Lyon', 'Marie', 'Blanc'] })] })
  expect(await named(mailroom, 'blanc mar')).toEqual([['Marie Blanc', email]])
  expect(await named(mailroom, 'lyon')).toEqual([])
  const later = await sent(mailroom, { rows: [person('MB@example.org', { values: ['Marie Noir'] })] })
  expect(await named(mailroom, 'noir')).toEqual([['Marie Noir', email]])
  expect(await named(mailroom, 'blanc')).toEqual([])
  await mailroom.restart()
  expect(await named(mailroom, 'marie')).toEqual([['Marie Noir', email]])
  await mailroom.ask('sends.remove', { id: later })
  expect(await named(mailroom, 'marie')).toEqual([['Marie Blanc', email]])
})

test('the names of copy recipients can be searched, too', async () => {
  const mailroom = await openAccount({ ccAndBcc: true })
  const cc = [{ address: 'Boss@example.org', name: 'Tabitha Quill' }]
  const bcc = [
    { address: 'files@example.org', name: 'Ulrich Stern' },
    { address: 'plain@example.org', name: 'plain@example.org' },
  ]
  await sent(mailroom, { rows, content: { cc, bcc } })
  expect(await named(mailroom, 'quill tab')).toEqual([['Tabitha Quill', 'boss@example.org']])
  expect(await named(mailroom, 'stern')).toEqual([['Ulrich Stern', 'files@example.org']])
  expect(await named(mailroom, 'plain')).toEqual([])
})

test('a part of the name and a part of the address together find a person', async () => {
  const mailroom = await openAccount()
  await sent(mailroom, { rows })
  for (const text of ['louise example.org', 'example lefevre', 'lef ll1974', 'louise exa']) {
    expect(await named(mailroom, text), text).toEqual([louise])
  }
  for (const text of ['louise shop', 'louise@example.org']) expect(await named(mailroom, text), text).toEqual([])
})

test('an erased person no longer has a name, and others keep theirs', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  await sent(mailroom, { rows })
  expect(await named(mailroom, 'louise')).toEqual([louise])
  await ask('recipients.erase', { accountId, email: 'LL1974@example.org' })
  expect(await named(mailroom, 'louise')).toEqual([])
  expect(await named(mailroom, 'ller')).toEqual([['Jörg Müller', 'jm@example.org']])
  await mailroom.restart()
  expect(await named(mailroom, 'louise')).toEqual([])
})

test('another account does not know the name', async () => {
  const mailroom = await openApp()
  const [one, other] = [(await mailroom.addAccount()).id, (await mailroom.addAccount({ name: 'Store' })).id]
  const id = await newDraft({ ask: mailroom.ask, accountId: one }, { rows })
  await mailroom.ask('sends.start', { draftId: id, at: null, undoSeconds: 120 })
  expect(await named({ ask: mailroom.ask, accountId: one }, 'louise')).toEqual([louise])
  expect(await named({ ask: mailroom.ask, accountId: other }, 'louise')).toEqual([])
  // The send is cancelled while it waits, and becomes a draft again.
  await mailroom.ask('sends.cancel', { id })
  expect(await named({ ask: mailroom.ask, accountId: one }, 'louise')).toEqual([])
})
