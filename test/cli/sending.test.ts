import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { CommandInput } from '#shared/contract/table.ts'
import { lockDataFolder } from '#core/node/index.ts'
import { askApp, startTestApp } from '#test/support/test-ports.ts'
import { account } from './support/cli-account.ts'
import { runCli } from './support/run-cli.ts'

type Content = NonNullable<CommandInput<'drafts.save'>['content']>

/** Writes drafts as the app stores them and returns their ids. */
async function writeDrafts(data: string, contents: readonly Content[], people: readonly (readonly string[])[]) {
  const app = await startTestApp(data)
  const ask = askApp(app)
  const [{ id: accountId } = { id: '' }] = (await ask('accounts.list')).accounts
  const ids: string[] = []
  const rows = people.map(([address = '', name = '']) => ({ address, name: '', values: [name], parts: [] }))
  for (const content of contents) {
    const draft = await ask('drafts.create', { accountId, start: { from: 'blank' } })
    const change = { columns: ['name'], at: 0, remove: 0, rows }
    await ask('drafts.save', { id: draft.id, content, people: change })
    ids.push(draft.id)
  }
  await app.close()
  return ids
}

async function draftsOf(data: string): Promise<string[]> {
  const app = await startTestApp(data)
  const ask = askApp(app)
  const [{ id: accountId } = { id: '' }] = (await ask('accounts.list')).accounts
  const drafts = await ask('drafts.list', { accountId })
  await app.close()
  return drafts.map(({ subject }) => subject)
}

const from = { address: 'shop@sender.example', name: 'Shop' }
const text = { text: 'Hello', textMode: 'written' } as const

test('a saved draft is sent by subject or id to its recipients, and is kept', async () => {
  const { sandbox, data, env } = await account()
  // More recipients than a draft returns per request.
  const people = Array.from({ length: 620 }, (_, at) => [`p${at}@x.example`, `Person ${at}`])
  const [id = ''] = await writeDrafts(data, [{ from, ...text, subject: 'Figures for {{name}}' }], people)
  const send = ['send', '--data', data, '--yes', '--draft']
  const sent = await runCli([...send, 'figures for {{name}}', '--json'], { env })
  expect(sent).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(sent.stdout)).toMatchObject({ recipients: 620, sent: 620 })
  const subjects = new Set(sandbox.control.outbox(1000).map(({ subject }) => subject))
  expect(subjects.size).toBe(620)
  expect(subjects).toContain('Figures for Person 619')
  const dry = await runCli(['send', '--data', data, '--draft', id, '--dry-run'], { env })
  expect(dry.stdout.split('\n')).toHaveLength(621)
  expect(await draftsOf(data)).toEqual(['Figures for {{name}}'])
  // Eve is not among the draft’s recipients, so there is no value for the name.
  const hole = await runCli([...send, id, '--to', 'eve@x.example'], { env })
  expect(hole).toMatchObject({ code: 1, stderr: '{{name}} has no value for 1 recipient. Nothing was sent.\n' })
  expect(await draftsOf(data)).toEqual(['Figures for {{name}}'])
})

test('a variable without a value is refused wherever a recipient would see it, and nowhere else', async () => {
  const { sandbox, data, env } = await account()
  const html = { html: '<p>Hello</p>', textMode: 'none', text: 'Old {{number}}', subject: 'News' } as const
  const [id = '', other = '', greeting = ''] = await writeDrafts(
    data,
    [
      { from, ...html },
      { from, ...html, subject: 'Offer', preheader: 'For {{first}}' },
      { from, ...html, subject: 'For {{first}}' },
    ],
    [],
  )
  const send = (draft: string, ...rest: string[]) =>
    runCli(['send', '--data', data, '--yes', '--draft', draft, ...rest], { env })
  const hole = { code: 1, stderr: '{{first}} has no value for 1 recipient. Nothing was sent.\n' }
  expect(await send(other, '--to', 'ann@x.example')).toMatchObject(hole)
  const list = join(data, 'list.csv')
  await writeFile(list, 'email,subject\nann@x.example,Hello {{first}}\nbob@x.example,Hello\n')
  expect(await send(id, '--to-file', list)).toMatchObject(hole)
  expect(await send(id, '--to', 'ann@x.example')).toMatchObject({ code: 0 })
  expect(sandbox.control.outbox(10)).toHaveLength(1)
  await writeFile(list, 'email,subject\nbob@x.example,Hello\n')
  expect(await send(greeting, '--to', 'ann@x.example')).toMatchObject(hole)
  expect(await send(greeting, '--to-file', list)).toMatchObject({ code: 0 })
})

test('a missing or ambiguous draft is refused', async () => {
  const { sandbox, data, env } = await account()
  const content = { from, ...text, subject: 'Weekly' }
  const [id = ''] = await writeDrafts(data, [content, content, { ...content, subject: 'Empty' }], [])
  const send = (...rest: string[]) => runCli(['send', '--data', data, '--yes', ...rest], { env })
  const slip = await send('--draft', 'Empyt')
  expect(slip).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean Empty?') as string })
  expect(await send('--draft', 'Weekly')).toMatchObject({ code: 1, stderr: expect.stringContaining(id) as string })
  expect(await send('--draft', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('--to') as string })
  expect(await send('--draft', id, '--to', 'ann@x.example')).toMatchObject({ code: 0 })
  expect(sandbox.control.outbox(10).map(({ email }) => email)).toEqual(['ann@x.example'])
  const lock = lockDataFolder(data, { pid: 4711, host: 'Electron' })
  expect(await send('--draft', id, '--to', 'ann@x.example')).toMatchObject({ code: 75 })
  lock.release()
  expect((await draftsOf(data)).sort()).toEqual(['Empty', 'Weekly', 'Weekly'])
})

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const mail = `From: "Shop, Orders" <shop@sender.example>
To: Ann <ann@x.example>, team: bo@x.example;
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
X-Order: 4711
List-Unsubscribe: <https://x.example/u>
Received: from elsewhere
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="m"

--m
Content-Type: multipart/related; boundary="r"

--r
Content-Type: text/html; charset=utf-8

<p>Hello <img src="cid:logo@x"></p>
--r
Content-Type: image/png; name="../../logo.png"
Content-Disposition: inline
Content-ID: <logo@x>
Content-Transfer-Encoding: base64

${pixel}
--r--
--m
Content-Type: text/csv
Content-Disposition: attachment; filename="lines.csv"

a,b
--m--
`

test('a mail file is sent with its recipients, lines and files', async () => {
  const { sandbox, data, env } = await account()
  const file = join(data, 'order.eml')
  await writeFile(file, mail.replaceAll('\n', '\r\n'))
  const send = ['send', '--data', data, '--eml', file, '--tag', 'orders']
  const dry = await runCli([...send, '--dry-run'], { env })
  expect(dry).toMatchObject({ code: 0, stdout: 'ann@x.example\nbo@x.example\n' })
  expect(await runCli([...send, '--yes'], { env })).toMatchObject({ code: 0, stderr: '' })
  const outbox = sandbox.control.outbox(10)
  expect(outbox.map(({ email, subject }) => [email, subject]).sort()).toEqual([
    ['ann@x.example', 'Grüße'],
    ['bo@x.example', 'Grüße'],
  ])
  const source = String(await sandbox.control.source(outbox[0]!.id))
  expect(source).toMatch(/^X-Order: 4711\r$/m)
  expect(source).toMatch(/^List-Unsubscribe: <https:\/\/x\.example\/u>\r$/m)
  expect(source).not.toContain('from elsewhere')
  expect(source).toMatch(/^Content-ID: <logo@x>\r$/im)
  expect(source).toContain(pixel.slice(0, 60))
  expect(source).toContain('lines.csv')
  expect(await draftsOf(data)).toEqual([])
})

test.each([
  ['', 'has no sender'],
  ['Just text, without any head.', 'has no sender'],
  [`X: ${'x'.repeat(600_000)}`, 'can’t be read as an email'],
])('a file that is not a mail is a usage error', async (content, sentence) => {
  const { data, env } = await account()
  const file = join(data, 'not.eml')
  await writeFile(file, content)
  const ended = await runCli(['send', '--data', data, '--eml', file, '--yes'], { env })
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) as string })
})

/** A stream that never ends, like the output of a runaway program. */
function endless(): Readable {
  const part = Buffer.alloc(1024 ** 2, 'a')
  return Readable.from(
    (function* () {
      for (;;) yield part
    })(),
  )
}

test.each(['--text', '--html', '--eml', '--to-file'])(
  '%s reads an endless stdin only up to its limit',
  async (flag) => {
    const { data, env } = await account()
    const rest = flag === '--eml' ? ['--to', 'ann@x.example'] : ['--from', 'shop@sender.example', '--subject', 'Hello']
    const people = flag === '--to-file' ? ['--text', join(data, 'text.txt')] : []
    await writeFile(join(data, 'text.txt'), 'Hello')
    const given = ['send', '--data', data, '--yes', ...rest, ...people]
    const ended = await runCli([...given, flag, '-'], { env, input: endless() })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(
      new RegExp(`^The ${flag} input from stdin is too large. The limit is (?:5,000,000 characters|100 MB)`),
    )
    const device = await runCli([...given, flag, '/dev/zero'], { env })
    expect(device).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`The file /dev/zero given by ${flag} is too large`) as string,
    })
  },
)

test('texts are read in the charset that they declare, and an unreadable text is reported', async () => {
  const { sandbox, data, env } = await account()
  const [html, text, odd] = [join(data, 'page.html'), join(data, 'page.txt'), join(data, 'odd.txt')]
  await writeFile(html, Buffer.from('<meta charset=windows-1252><p>Gr\xfc\xdfe \x80 5</p>', 'latin1'))
  await writeFile(text, Buffer.from('\uFEFFGrüße € 5', 'utf16le'))
  await writeFile(odd, Buffer.from('Gr\xfc\xdfe', 'latin1'))
  const rest = ['--from', 'shop@sender.example', '--subject', 'Hello', '--to', 'ann@x.example']
  const send = ['send', '--data', data, '--yes', ...rest]
  const sent = await runCli([...send, '--html', html, '--text', text], { env })
  expect(sent).toMatchObject({ code: 0, stderr: '' })
  const [{ id } = { id: '' }] = sandbox.control.outbox(1)
  expect(await sandbox.control.message(id)).toMatchObject({
    html: expect.stringContaining('<p>Grüße € 5</p>') as string,
    text: expect.stringMatching(/^Grüße € 5\s*$/) as string,
  })
  const zero = join(data, 'zero.txt')
  await writeFile(zero, 'Hi\0')
  // HTML can declare a charset, but plain text cannot.
  for (const [flag, file] of [
    ['--text', odd],
    ['--html', odd],
    ['--text', html],
    ['--text', zero],
  ] as const) {
    expect(await runCli([...send, flag, file], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        new RegExp(`^The file ${file} given by ${flag} can’t be read because .* UTF-8`),
      ) as string,
    })
  }
  expect(sandbox.control.outbox(10)).toHaveLength(1)
})

test('a text above the length limit is refused, and a table is read from stdin', async () => {
  const { sandbox, data, env } = await account()
  const send = ['send', '--data', data, '--yes', '--from', 'shop@sender.example', '--subject', 'For {{name}}']
  const long = await runCli([...send, '--text', '-', '--to', 'ann@x.example'], { env, input: 'a'.repeat(5_000_001) })
  expect(long).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The limit is 5,000,000 characters') as string,
  })
  const both = await runCli([...send, '--text', '-', '--to-file', '-'], { env, input: 'Hello' })
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('can read from stdin') as string })
  const file = join(data, 'text.txt')
  await writeFile(file, 'Hello')
  const table = 'email,name\nann@x.example,Ann\nbo@x.example,Bo\n'
  const sent = await runCli([...send, '--text', file, '--to-file', '-'], { env, input: table })
  expect(sent).toMatchObject({ code: 0, stderr: '' })
  expect(
    sandbox.control
      .outbox(10)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(['For Ann', 'For Bo'])
})

test('variables can have the names of properties that every object has', async () => {
  const { sandbox, data, env } = await account()
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const table = `email,${names.join(',')}\nann@x.example,a,b,c,d\n`
  await writeFile(join(data, 'text.txt'), 'Hello')
  const subject = names.map((name) => `{{${name}}}`).join(' ')
  const message = ['--from', 'shop@sender.example', '--subject', subject, '--text', join(data, 'text.txt')]
  const send = ['send', '--data', data, '--yes', ...message, '--to-file', '-']
  expect(await runCli(send, { env, input: table })).toMatchObject({ code: 0, stderr: '' })
  expect(sandbox.control.outbox(10).map((mail) => mail.subject)).toEqual(['a b c d'])
})

test('a subject and a name that look like encoded words, and blanks around a subject, arrive unchanged', async () => {
  const { sandbox, data, env } = await account()
  const odd = '=?utf-8?q?Gr=C3=BC=C3=9Fe?='
  const text = join(data, 'text.txt')
  await writeFile(text, 'Hello')
  const message = ['--from', `"${odd}" <shop@sender.example>`, '--subject', odd, '--text', text]
  const send = ['send', '--data', data, '--yes', ...message, '--to', 'ann@x.example']
  expect(await runCli(send, { env })).toMatchObject({ code: 0, stderr: '' })
  const padded = send.map((word) => (word === odd ? ' Hello  ' : word))
  expect(await runCli(padded, { env })).toMatchObject({ code: 0, stderr: '' })
  const found: unknown[] = []
  for (const { id } of sandbox.control.outbox(10)) {
    const { subject, from: sender } = await PostalMime.parse(String(await sandbox.control.source(id)))
    found.push([subject, sender?.name])
  }
  expect(found.sort()).toEqual([
    [' Hello  ', odd],
    [odd, odd],
  ])
})
