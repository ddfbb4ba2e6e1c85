import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { openAccount, type Account } from './support/account.ts'

async function madeOf(account: Account) {
  const { tags, meta } = await account.record('a@x.org')
  const { html } = await account.received('a@x.org')
  return { tags, meta, hasComment: html.includes('tags'), hasText: html.includes('Hi') }
}

const html = '<p>Hi</p><!-- {"tags":["summer"],"meta":{"order":7}} --><!-- the end -->'
const made = { tags: ['summer'], meta: { order: 7 }, hasComment: false, hasText: true }

test.each([html, html.replace('<!-- {', '<!--|{').replace('} -->', '}|-->')])(
  'options in a comment of the HTML are applied and removed: %s',
  async (content) => {
    const account = await openAccount()
    await account.send('a@x.org', { html: content })
    expect(await madeOf(account)).toEqual(made)
  },
)

test('so are those of an email sent over SMTP', async () => {
  const account = await openAccount({ smtp: true })
  const { smtp, credentials } = account.sandbox
  const [host, port] = smtp!.split(':')
  const auth = { user: credentials.user, pass: credentials.key }
  const transport = createTransport({ host, port: Number(port), auth })
  onTestFinished(() => transport.close())
  await transport.sendMail({ from: 'shop@x.org', to: 'a@x.org', subject: 'S', html })
  expect(await madeOf(account)).toEqual(made)
})

test('an option in the headers replaces the one in the comment', async () => {
  const account = await openAccount()
  await account.send('a@x.org', { html }, { headers: { 'X-SVC-TAGS': ['winter'] } })
  expect(await madeOf(account)).toMatchObject({ tags: ['winter'], meta: { order: 7 } })
})

test.each([
  '<p>Hi</p><!-- {"tags":["a"],"colour":"red"} -->',
  '<p>Hi</p><!-- {"tags":["a"] -->',
  '<p>Hi</p><!-- {"tags":["a"]}',
  '<p>Hi</p><!--[if mso]>{"tags":["a"]}<![endif]-->',
])('any other comment is content: %s', async (content) => {
  const account = await openAccount()
  await account.send('a@x.org', { html: content })
  expect(await madeOf(account)).toMatchObject({ tags: null, hasComment: true })
})

test('a strict sandbox reads no comment', async () => {
  const account = await openAccount({ strict: true })
  await account.send('a@x.org', { html })
  expect(await madeOf(account)).toMatchObject({ tags: null, hasComment: true })
})
