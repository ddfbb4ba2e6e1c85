import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'
import { json, Wire } from '#test/support/wire.ts'
import { mailProgram } from './support/mail-program.ts'
import { openSandbox } from './support/open-sandbox.ts'
import { aSend, messagesOf } from './support/service-client.ts'
import { adminOf } from './snapshots/support/admin.ts'

const abc = { headerNames: { user: 'X-ABC-User', key: 'X-ABC-Code' }, prefix: 'X-Abc-' }
const standard = { headerNames: { user: 'X-Service-ApiUser', key: 'X-Service-ApiKey' }, prefix: 'X-SVC-' }

function wireOf({ url, credentials }: Sandbox, { user, key }: (typeof abc)['headerNames']): Wire {
  const wire = new Wire({ url, ...credentials, userHeader: user, keyHeader: key })
  onTestFinished(() => wire.close())
  return wire
}

const statusOf = async (wire: Wire): Promise<number> => (await wire.call('GET', '/settings/apikeys')).status

test('names are stored with the data, through a reset and a restart, until others are given', async () => {
  const data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const namesOf = async (options: SandboxOptions, reset = false) => {
    const sandbox = await createSandbox({ data, smtp: false, ...options })
    if (reset) sandbox.control.reset('empty')
    const { headerNames, prefix } = sandbox.control.state()
    expect(await statusOf(wireOf(sandbox, headerNames))).toBe(200)
    await sandbox.close()
    return { headerNames, prefix }
  }
  expect(await namesOf({})).toEqual(standard)
  expect(await namesOf(abc)).toEqual(abc)
  expect(await namesOf({}, true)).toEqual(abc)
  expect(await namesOf({})).toEqual(abc)
  expect(await namesOf({ prefix: 'X-D-' })).toEqual({ ...abc, prefix: 'X-D-' })
  expect(await namesOf({})).toEqual({ ...abc, prefix: 'X-D-' })
})

test('a data folder can be used after an attempt with a refused name', async () => {
  const data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const refused = createSandbox({ data, smtp: false, headerNames: { user: 'two words', key: 'X-Key' } })
  await expect(refused).rejects.toThrow('A header name can contain only')
  await (await createSandbox({ data, smtp: false })).close()
})

test('names changed while the sandbox runs apply from the next call on, over HTTP and SMTP', async () => {
  const { sandbox, client } = await openSandbox({ smtp: true })
  const wire = wireOf(sandbox, abc.headerNames)
  expect(await statusOf(wire)).toBe(401)
  const changes: string[] = []
  sandbox.control.onChange((change) => changes.push(change))
  expect(sandbox.control.setNames(abc)).toEqual(abc)
  expect(changes).toEqual(['names'])
  expect(await statusOf(wire)).toBe(200)
  expect((await client.get('/settings/apikeys')).status).toBe(401)
  const body = aSend('a@x.org', {}, { headers: { 'x-abc-tags': ['web'] } })
  expect((await wire.call('POST', '/messages/send', { body })).status).toBe(200)
  const transport = mailProgram(sandbox, sandbox.smtp!)
  await transport.sendMail({ from: 'a@x.org', to: 'b@x.org', text: 'x', headers: { 'X-ABC-TAGS': 'smtp' } })
  sandbox.control.setNames(standard)
  const messages = await messagesOf(client)
  expect(messages.map(({ tags }) => tags).sort()).toEqual([['smtp'], ['web']])
  // The log also masks a key under the former header name, even a wrong key.
  const wrong = new Wire({
    ...sandbox,
    user: 'me',
    key: 'wrong-but-secret',
    userHeader: 'X-U',
    keyHeader: 'X-ABC-Code',
  })
  onTestFinished(() => wrong.close())
  await statusOf(wrong)
  expect(JSON.stringify(sandbox.control.requests())).not.toContain('wrong-but-secret')
})

test('unusable names are refused with an error message, and the others are kept', async () => {
  const { sandbox, client } = await openSandbox()
  const same = { ...standard, headerNames: { user: 'X-Key', key: 'x-key' } }
  expect(() => sandbox.control.setNames(same)).toThrow('The user header and the key header need different names.')
  expect(() => sandbox.control.setNames({ ...standard, prefix: '' })).toThrow('Enter a prefix, such as X-ABC-.')
  expect(sandbox.control.state()).toMatchObject(standard)
  expect((await client.get('/settings/apikeys')).status).toBe(200)
})

test('a program changes some names or all, and wrong ones are refused in the words of the flags', async () => {
  const opened = await openSandbox()
  const admin = adminOf(opened)
  expect(await admin('GET', '/names')).toMatchObject({ status: 200, json: standard })
  expect(await admin('PUT', '/names', abc)).toMatchObject({ status: 200, json: abc })
  expect(await statusOf(wireOf(opened.sandbox, abc.headerNames))).toBe(200)
  const own = { ...abc, prefix: 'X-D-' }
  expect(await admin('PUT', '/names', { prefix: 'X-D-' })).toMatchObject({ json: own })
  const key = { headerNames: { user: 'X-ABC-User', key: 'X-D-Key' }, prefix: 'X-D-' }
  expect(await admin('PUT', '/names', { headerNames: { key: 'X-D-Key' } })).toMatchObject({ json: key })
  for (const [wrong, message] of [
    [
      { prefix: 'X ABC' },
      'The prefix can contain only characters that HTTP allows in header names, such as letters, digits and hyphens. Enter a prefix such as X-ABC-.',
    ],
    [{ prefix: '' }, 'Enter a prefix, such as X-ABC-.'],
    [{ headerNames: { user: 'x-d-key' } }, 'The user header and the key header need different names.'],
    [{ headerNames: { user: 'Host' } }, 'Host has another meaning. Enter a name such as X-ABC-User.'],
    [{ headerNames: { user: 5 } }, 'headerNames.user must be a string.'],
    [{ headerNames: 'X-U,X-K' }, 'headerNames must be an object.'],
  ]) {
    expect(await admin('PUT', '/names', wrong)).toMatchObject({ status: 400, json: { message } })
  }
  expect(await admin('GET', '/names')).toMatchObject({ json: key })
})

test('the log lists parts of a send that had no effect', async () => {
  const { sandbox, client } = await openSandbox({ smtp: true })
  const own = { Date: 'now', From: 'v@x.org', bcc: 'v@x.org' }
  const headers = { 'X-SVC-TAGS': ['a'], 'X-ABC-TAGS': ['b'], 'X-SVC-TAG': 'c', 'X-Order': '5', ...own }
  expect((await client.post('/messages/send', aSend('a@x.org', {}, { headers }))).status).toBe(200)
  const [message, ...others] = await messagesOf(client)
  expect(message).toMatchObject({ tags: ['a'], msg: { from: 'shop@sender.example', email: 'a@x.org' } })
  expect(others).toEqual([])
  const mail = (await sandbox.control.message(message!.id))!
  expect(mail.headers.map(({ name }) => name)).toContain('X-Abc-Tags')
  const written = mail.headers.filter(({ name }) => /^(?:date|from|bcc)$/i.test(name))
  expect(written.map(({ name }) => name)).toEqual(['From', 'Date'])
  const foreign = 'X-ABC-TAGS was ignored: the prefix here is X-SVC-. Did you mean X-SVC-TAGS?'
  const admin = new Wire({ url: sandbox.adminUrl, user: '', key: '' })
  onTestFinished(() => admin.close())
  const token = { headers: { 'x-sandbox-token': sandbox.adminToken } }
  const seen = json(await admin.call('GET', '/requests', token)) as { notes: string[] }[]
  expect(seen.map(({ notes }) => notes)).toEqual([
    [],
    [
      foreign,
      'X-SVC-TAG was ignored: there is no such option. Did you mean X-SVC-TAGS?',
      ...Object.keys(own).map((name) => `${name} was ignored: the sandbox sets this header itself.`),
    ],
  ])

  const transport = mailProgram(sandbox, sandbox.smtp!)
  const lines = { 'X-ABC-TAGS': 'b', 'X-SVC-COLOUR': 'red', 'X-Order': '5' }
  await transport.sendMail({ from: 'a@x.org', to: 'b@x.org', text: 'x', headers: lines })
  expect(sandbox.control.requests()[0]!.notes).toEqual([
    'X-SVC-COLOUR was ignored: there is no such option.',
    // nodemailer capitalizes headers this way.
    foreign.replace('X-ABC-TAGS', 'X-Abc-Tags'),
  ])
})

test('a send with very many such keys is only partly logged', async () => {
  const { sandbox, client } = await openSandbox()
  const headers = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`X-SVC-NONE${at}`, 1]))
  expect((await client.post('/messages/send', aSend('a@x.org', {}, { headers }))).status).toBe(200)
  expect(sandbox.control.requests()[0]!.notes).toHaveLength(20)
})

test('options that name something unknown are logged, over HTTP and SMTP', async () => {
  const { sandbox, client } = await openSandbox({ smtp: true })
  const options = {
    'X-SVC-TEMPLATE': 'gone',
    'X-SVC-IPPOOL': 'none',
    'X-SVC-SUB': [{ email: 'c@x.org', values: { a: 'b' } }],
  }
  expect((await client.post('/messages/send', aSend('a@x.org', {}, { headers: options }))).status).toBe(200)
  const notes = [
    'TEMPLATE was ignored: there is no template named "gone". The message was sent as it is.',
    'IPPOOL was ignored: there is no dedicated address "none".',
    'SUB has values for "c@x.org", but the message doesn’t go there.',
  ]
  expect(sandbox.control.requests()[0]!.notes).toEqual(notes)
  const headers = { ...options, 'X-SVC-SUB': JSON.stringify(options['X-SVC-SUB']) }
  await mailProgram(sandbox, sandbox.smtp!, { ignoreTLS: true }).sendMail({
    from: 'a@x.org',
    to: 'b@x.org',
    text: 'x',
    headers,
  })
  expect(sandbox.control.requests()[0]!.notes).toEqual(notes)
  expect((await client.post('/messages/send', aSend('a@x.org'))).status).toBe(200)
  expect(sandbox.control.requests()[0]!.notes ?? []).toEqual([])
})
