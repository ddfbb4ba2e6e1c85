import { appendFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { peopleChanges } from '#shared/domain/drafts/people/people-changes.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { allOf, dropped, pixel } from '../sends/support/sending.ts'

const people: DraftPeople = {
  columns: ['name', 'meta.order'],
  rows: [
    { address: 'ada@example.org', name: 'Ada', values: ['Ada', '1'], parts: [] },
    { address: 'eve@example.org', name: '', values: [null, '2'], parts: [] },
  ],
}

async function newDraft(mailroom: OpenApp) {
  return mailroom.ask('drafts.create', { accountId: mailroom.accountId, start: { from: 'blank' } })
}

async function withAccount(change?: Parameters<typeof openApp>[0]): Promise<OpenApp> {
  const mailroom = await openApp(change)
  await mailroom.addAccount()
  return mailroom
}

test('a draft is unchanged after a restart, with its recipients and files', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const token = await dropped(mailroom, 'invoice.pdf', '%PDF-1.7 invoice')
  const { parts } = await mailroom.ask('drafts.addFiles', { id, tokens: [token], kind: 'attachment' })
  await mailroom.ask('drafts.save', { id, content: { subject: 'Hello', parts }, people: allOf(people) })
  await mailroom.ask('drafts.save', { id, content: { html: '<p>{{name}}' } })
  await mailroom.restart()
  const draft = await mailroom.ask('drafts.get', { id })
  expect(draft.content).toMatchObject({ subject: 'Hello', html: '<p>{{name}}', parts })
  expect(draft.people).toEqual(people)
  expect(await mailroom.ask('drafts.list', { accountId: mailroom.accountId })).toMatchObject([
    { id, subject: 'Hello', to: ['ada@example.org', 'eve@example.org'], recipients: 2, parts: 1 },
  ])
  const { token: copy } = await mailroom.ask('drafts.partFile', { id, part: parts[0]!.id })
  expect(await readFile(mailroom.app.files.find(copy).path, 'utf8')).toBe('%PDF-1.7 invoice')
})

test('a draft read during saves has the recipients and the content of the same save', async () => {
  const { ask, accountId } = await withAccount()
  const { id, revision } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
  let isSaving = true
  const saves = (async () => {
    for (let number = 1; number <= 20; number++) {
      const rows = [{ address: `p${number}@example.org`, name: '', values: [], parts: [] }]
      const input = { id, content: { subject: String(number) }, people: { columns: [], at: 0, remove: 1, rows } }
      expect(await ask('drafts.save', input)).toMatchObject({ revision: revision + number })
    }
    isSaving = false
  })()
  while (isSaving) {
    const { content, people, ...read } = await ask('drafts.get', { id })
    const number = read.revision === revision ? '' : String(read.revision - revision)
    const addresses = number === '' ? [] : [`p${number}@example.org`]
    expect([content.subject, people.rows.map(({ address }) => address)]).toEqual([number, addresses])
    await setImmediate()
  }
  await saves
})

test('a table of ten thousand recipients is unchanged after a restart, and so are its edits', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const row = (index: number) => ({ address: `p${index}@x.org`, name: '', values: [`Value ${index}`], parts: [] })
  const rows = Array.from({ length: 10_000 }, (_, index) => row(index))
  const before = { columns: ['name'], rows }
  for (const change of peopleChanges({ columns: [], rows: [] }, before)) {
    await mailroom.ask('drafts.save', { id, people: change })
  }
  const file = join(mailroom.folder, 'compose', 'drafts', id, 'people.jsonl')
  const { size } = await stat(file)
  const after = { columns: ['First name'], rows: rows.toSpliced(4000, 2, row(-1)) }
  for (const change of peopleChanges(before, after)) await mailroom.ask('drafts.save', { id, people: change })
  expect((await stat(file)).size - size).toBeLessThan(500)
  // A crash truncated the last line.
  await appendFile(file, '{"at":0,"rem')
  await mailroom.restart()
  const { people: first, recipients } = await mailroom.ask('drafts.get', { id })
  expect(recipients).toBe(9999)
  expect(first.columns).toEqual(['First name'])
  const rest = []
  for (let from = first.rows.length; from < recipients; from += 5000) {
    rest.push(...(await mailroom.ask('drafts.people', { id, from, count: 5000 })))
  }
  expect([...first.rows, ...rest]).toEqual(after.rows)
})

test('a file that changes after it was added is sent in its earlier form', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const token = await dropped(mailroom, 'terms.txt', 'first')
  const { parts } = await mailroom.ask('drafts.addFiles', { id, tokens: [token], kind: 'attachment' })
  await writeFile(join(mailroom.folder, 'terms.txt'), 'second')
  await mailroom.ask('drafts.save', { id, content: { parts } })
  const { token: copy } = await mailroom.ask('drafts.partFile', { id, part: parts[0]!.id })
  expect(await readFile(mailroom.app.files.find(copy).path, 'utf8')).toBe('first')
})

test('files that cannot be added are reported with the reason, and the others are added', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const folder = join(mailroom.folder, 'photos')
  await mkdir(folder)
  const gone = await dropped(mailroom, 'gone.txt', 'x')
  await rm(join(mailroom.folder, 'gone.txt'))
  const tokens = [
    await dropped(mailroom, 'empty.txt', ''),
    (await mailroom.app.files.register(folder)).token,
    gone,
    await dropped(mailroom, 'good.csv', 'a,b'),
  ]
  const { parts, problems } = await mailroom.ask('drafts.addFiles', { id, tokens, kind: 'attachment' })
  expect(parts).toMatchObject([{ name: 'good.csv', contentType: 'text/csv', size: 3 }])
  expect(problems).toEqual([
    { name: 'empty.txt', problem: 'The file is empty. Choose another file.' },
    { name: 'photos', problem: 'This is a folder. Add the files in it, or compress it as a zip file first.' },
    { name: 'gone.txt', problem: 'The file is no longer in its folder. Add it again.' },
  ])
})

test('a file that only has the name of an image is attached with a warning', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const tokens = [await dropped(mailroom, 'logo.png', 'no image'), await dropped(mailroom, 'real.png', pixel)]
  const { parts, problems } = await mailroom.ask('drafts.addFiles', { id, tokens, kind: 'attachment' })
  expect(parts.map(({ name, kind }) => [name, kind])).toEqual([
    ['logo.png', 'attachment'],
    ['real.png', 'attachment'],
  ])
  expect(problems).toMatchObject([{ name: 'logo.png', problem: expect.stringContaining('can’t be read') as string }])
})

test('an image is measured without being decoded, and gets a separate content id', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const tokens = [await dropped(mailroom, 'Über uns.png', pixel), await dropped(mailroom, 'Uber uns.png', pixel)]
  const { parts, problems } = await mailroom.ask('drafts.addFiles', { id, tokens, kind: 'image' })
  expect(problems).toEqual([])
  expect(parts).toMatchObject([
    { kind: 'image', contentType: 'image/png', width: 1, height: 1 },
    { kind: 'image', contentType: 'image/png' },
  ])
  expect(new Set(parts.map(({ contentId }) => contentId)).size).toBe(2)
  for (const { contentId } of parts) expect(contentId).toMatch(/^[\w.-]+\.png$/)
  const shown = await mailroom.ask('drafts.image', { id, part: parts[0]!.id })
  expect(shown).toEqual({ contentType: 'image/png', base64: pixel.toString('base64') })
})

test.each([
  ['junk', 'logo.png', Buffer.from('not an image at all'), 'not a readable PNG'],
  [
    'a drawing with a script',
    'logo.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    'not a readable PNG',
  ],
  ['20,000 × 20,000 pixels', 'huge.png', hugePng(20_000), 'too large'],
])('%s is attached and not shown inside the message', async (_what, name, bytes, reason) => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const token = await dropped(mailroom, name, bytes)
  const { parts, problems } = await mailroom.ask('drafts.addFiles', { id, tokens: [token], kind: 'image' })
  expect(parts).toMatchObject([{ kind: 'attachment', contentId: '' }])
  expect(problems).toMatchObject([{ name, problem: expect.stringContaining(reason) as string }])
  await expect(mailroom.ask('drafts.image', { id, part: parts[0]!.id })).rejects.toThrow()
})

test('a removed draft can be restored for a week, and is then deleted with its files', async () => {
  const clock = new ManualClock()
  const change = () => ({ clock })
  const mailroom = await withAccount(change)
  const { id } = await newDraft(mailroom)
  const { accountId } = mailroom
  await mailroom.ask('drafts.remove', { id })
  expect(await mailroom.ask('drafts.list', { accountId })).toEqual([])
  await expect(mailroom.ask('drafts.get', { id })).rejects.toMatchObject({ code: 'not-found' })
  await mailroom.ask('drafts.restore', { id })
  expect(await mailroom.ask('drafts.list', { accountId })).toHaveLength(1)
  await mailroom.ask('drafts.remove', { id })
  clock.advance(8 * msPerDay)
  await mailroom.restart(change)
  await expect(mailroom.ask('drafts.restore', { id })).rejects.toMatchObject({ code: 'not-found' })
  expect(await readdir(join(mailroom.folder, 'compose', 'drafts'))).toEqual([])
})

test('copies that no draft refers to are removed at the next start, not earlier, because an undo may need them', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const token = await dropped(mailroom, 'a.txt', 'a')
  const { parts } = await mailroom.ask('drafts.addFiles', { id, tokens: [token], kind: 'attachment' })
  await mailroom.ask('drafts.save', { id, content: { parts } })
  await mailroom.ask('drafts.save', { id, content: { parts: [] } })
  const files = join(mailroom.folder, 'compose', 'drafts', id, 'files')
  expect(await readdir(files)).toEqual([parts[0]!.id])
  await mailroom.restart()
  expect(await readdir(files)).toEqual([])
})

test('a damaged draft is set aside and does not hide others', async () => {
  const mailroom = await withAccount()
  const [bad, good] = [await newDraft(mailroom), await newDraft(mailroom)]
  await mailroom.close()
  const folder = join(mailroom.folder, 'compose', 'drafts', bad.id)
  await writeFile(join(folder, 'content.json'), '{"id":')
  await mailroom.start()
  const drafts = await mailroom.ask('drafts.list', { accountId: mailroom.accountId })
  expect(drafts.map(({ id }) => id)).toEqual([good.id])
  const kept = (await readdir(folder)).filter((name) => name.startsWith('content.json.broken-'))
  expect(kept).toHaveLength(1)
})

test('erasing a person removes them from drafts of the account', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  await mailroom.ask('drafts.save', {
    id,
    people: allOf(people),
    content: { cc: [{ address: 'ADA@example.org', name: '' }] },
  })
  await mailroom.ask('recipients.erase', { accountId: mailroom.accountId, email: 'ada@example.org' })
  const draft = await mailroom.ask('drafts.get', { id })
  expect(draft.people.rows.map(({ address }) => address)).toEqual(['eve@example.org'])
  expect(draft.content.cc).toEqual([])
})

test('drafts go with their account', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  await mailroom.ask('accounts.remove', { id: mailroom.accountId, archive: 'delete' })
  await expect(mailroom.ask('drafts.get', { id })).rejects.toMatchObject({ code: 'not-found' })
})

test('a copy of a draft has separate files', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const token = await dropped(mailroom, 'a.txt', 'a')
  const { parts } = await mailroom.ask('drafts.addFiles', { id, tokens: [token], kind: 'attachment' })
  await mailroom.ask('drafts.save', { id, content: { parts, subject: 'One' }, people: allOf(people) })
  const start = { from: 'draft', id } as const
  const copy = await mailroom.ask('drafts.create', { accountId: mailroom.accountId, start })
  await mailroom.ask('drafts.remove', { id })
  expect(copy).toMatchObject({ content: { subject: 'One', parts }, people })
  const { token: file } = await mailroom.ask('drafts.partFile', { id: copy.id, part: parts[0]!.id })
  expect(await readFile(mailroom.app.files.find(file).path, 'utf8')).toBe('a')
})

/** A PNG header that claims any size. */
function hugePng(side: number): Buffer {
  const head = Buffer.from(pixel)
  head.writeUInt32BE(side, 16)
  head.writeUInt32BE(side, 20)
  return head
}

test('the list of drafts shows the beginning of each text', async () => {
  const mailroom = await withAccount()
  const { id, accountId } = await newDraft(mailroom)
  const content = { subject: '', html: '<style>p { color: red }</style><p>Dear <b>A</b>nn,</p><p>hello</p>' }
  await mailroom.ask('drafts.save', { id, content })
  expect(await mailroom.ask('drafts.list', { accountId })).toMatchObject([{ id, preview: 'Dear Ann, hello' }])
})

test('the content id of an image is its name in plain letters', async () => {
  const mailroom = await withAccount()
  const { id } = await newDraft(mailroom)
  const names = ['Logo Größe é.png', 'E\u0301cole — Łódź.png', '標誌.png']
  const tokens = await Promise.all(names.map((name) => dropped(mailroom, name, pixel)))
  const { parts } = await mailroom.ask('drafts.addFiles', { id, tokens, kind: 'image' })
  expect(parts.map(({ contentId }) => contentId)).toEqual(['Logo-Grosse-e.png', 'Ecole-Lodz.png', 'image.png'])
})

test('a removed file is included neither in a copy nor in a send', async () => {
  const mailroom = await withAccount()
  const { id, accountId } = await newDraft(mailroom)
  const tokens = [await dropped(mailroom, 'a.txt', 'a'), await dropped(mailroom, 'b.txt', 'b')]
  const { parts } = await mailroom.ask('drafts.addFiles', { id, tokens, kind: 'attachment' })
  const kept = parts.slice(1)
  await mailroom.ask('drafts.save', { id, content: { parts } })
  await mailroom.ask('drafts.save', { id, content: { parts: kept } })
  const filesOf = (kind: string, of: string) => readdir(join(mailroom.folder, 'compose', kind, of, 'files'))
  const copy = await mailroom.ask('drafts.create', { accountId, start: { from: 'draft', id } })
  expect(await filesOf('drafts', copy.id)).toEqual([kept[0]!.id])
  const content = { from: { address: 'a@shop.example', name: '' }, subject: 'Hi', text: 'Hi' }
  const rows = [{ address: 'ann@example.org', name: '', values: [], parts: [] }]
  await mailroom.ask('drafts.save', { id, content, people: { at: 0, remove: 0, rows } })
  await mailroom.ask('sends.start', { draftId: id, at: null, undoSeconds: 60 })
  expect(await filesOf('sends', id)).toEqual([kept[0]!.id])
  // After Undo, the draft is complete again.
  await mailroom.ask('sends.cancel', { id })
  expect(await filesOf('drafts', id)).toEqual([kept[0]!.id])
})
