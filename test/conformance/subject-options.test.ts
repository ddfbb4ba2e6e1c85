import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { openAccount, type Account, type Json } from './support/account.ts'

const carried = { tags: ['été', 'a}|b'], meta: { order: 7 }, Bulk: 1, colour: 'red', tag: ['x'], template: null }
const subject = `|${JSON.stringify(carried)}| Order {{number}} |{x}| today`
const notes = [
  'colour in the subject was ignored: there is no such option.',
  'tag in the subject was ignored: there is no such option. Did you mean tags?',
]

/** The record of a send to a@x.org, in the parts that options change. */
async function madeOf(account: Account) {
  const { tags, meta, msg } = await account.record('a@x.org')
  const { headers } = await account.received('a@x.org')
  const line = headers.find(({ name }) => name.toLowerCase() === 'subject')?.value
  const { notes } = account.sandbox.control.requests().find(({ messages }) => messages.length > 0)!
  return { tags, meta, subject: msg.subject, line, notes }
}

const made = {
  tags: ['été', 'a}|b'],
  meta: { order: 7 },
  subject: 'Order 5 |{x}| today',
  line: 'Order 5 |{x}| today',
  notes,
}

test('options at the start of the subject are applied and removed from it', async () => {
  const account = await openAccount()
  const headers = { 'X-SVC-SUB': [{ email: 'a@x.org', values: { number: 5 } }] }
  await account.send('a@x.org', { subject }, { headers })
  expect(await madeOf(account)).toEqual(made)
})

test('an email sent over SMTP can contain them in the same form', async () => {
  const account = await openAccount({ smtp: true })
  const { smtp, credentials } = account.sandbox
  const [host, port] = smtp!.split(':')
  const auth = { user: credentials.user, pass: credentials.key }
  const transport = createTransport({ host, port: Number(port), auth })
  onTestFinished(() => transport.close())
  const headers = { 'X-SVC-SUB': '[{"email":"a@x.org","values":{"number":5}}]' }
  await transport.sendMail({ from: 'shop@sender.example', to: 'a@x.org', subject, text: 'Hello', headers })
  expect(await madeOf(account)).toEqual(made)
})

test('options in headers override those in the subject', async () => {
  const account = await openAccount()
  await account.send('a@x.org', { subject: '|{"tags":["a"],"meta":{"n":1}}|' }, { headers: { 'x-svc-tags': ['b'] } })
  expect(await madeOf(account)).toMatchObject({ tags: ['b'], meta: { n: 1 }, subject: '', notes: [] })
})

test.each<[string, string[]]>([
  [
    '|{"tags":["a"}| Order',
    ['The subject seems to begin with options, but they are not valid JSON, so the subject was left unchanged.'],
  ],
  ['|{{name}}| Order', []],
  ['|{"tags":["a"]} Order', []],
  ['Order |{"tags":["a"]}|', []],
])('%s is a subject without options', async (given, expected) => {
  const account = await openAccount()
  await account.send('a@x.org', { subject: given })
  expect(await madeOf(account)).toMatchObject({ tags: null, subject: given, notes: expected })
})

test.each<[Json, RegExp]>([
  [{ tags: [''] }, /X-SVC-TAGS contains an empty tag/],
  [{ meta: 'x' }, /X-SVC-META/],
])('wrong options %j in the subject are refused', async (options, reason) => {
  const account = await openAccount()
  const wrong = `|${JSON.stringify(options)}| Order`
  await expect(account.send('a@x.org', { subject: wrong })).rejects.toThrow(reason)
  expect(await account.records()).toEqual([])
})

test('strict leaves the whole subject unchanged', async () => {
  const account = await openAccount({ strict: true })
  await account.send('a@x.org', { subject: '|{"tags":["a"]}| Order' })
  expect(await account.record('a@x.org')).toMatchObject({ tags: null, msg: { subject: '|{"tags":["a"]}| Order' } })
})
