import { expect, test } from 'vitest'
import type { DraftContent, DraftPart, Person } from '#shared/contract/base/draft.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { outgoingMessage } from './outgoing-message.ts'

const ada: Person = { address: ' ada@x.org ', name: 'Ada', values: [], parts: [] }
const part = (kind: DraftPart['kind'], change: Partial<DraftPart> = {}): DraftPart => ({
  id: crypto.randomUUID(),
  kind,
  name: 'a.txt',
  contentType: 'text/plain',
  contentId: '',
  size: 3,
  sha256: '',
  width: null,
  height: null,
  ...change,
})

type Given = { content?: Partial<DraftContent>; columns?: string[]; people?: Person[] }

function written({ content = {}, columns = [], people = [ada] }: Given = {}) {
  const open = ({ size }: DraftPart) => ({ base64: `${size}` })
  return outgoingMessage({ content: { ...emptyContent, ...content }, columns, people, open })
}

const options = (change: Partial<DraftContent['options']>) =>
  written({ content: { options: { ...emptyContent.options, ...change } } })

test('a draft that says nothing leaves everything to the account', () => {
  expect(written()).toEqual({
    to: [{ address: 'ada@x.org', personalName: 'Ada' }],
    from: { address: '' },
    subject: '',
    images: [],
    attachments: [],
    options: {},
    headers: {},
  })
})

test('each option is on, off, or left to the account', () => {
  expect(options({ trackOpens: 'off', trackTextClicks: 'on', bulk: 'on', textVersion: 'off' }).options).toEqual({
    tracking: { html: { open: false }, text: { click: true } },
    bulk: true,
    textVersion: false,
  })
  expect(options({ analytics: 'off', utmSource: 'shop' }).options).toEqual({ analytics: { enable: false } })
  expect(options({ analytics: 'on', utmSource: ' shop ' }).options).toEqual({
    analytics: { enable: true, source: 'shop' },
  })
  const named = { domain: 'm.x.org', ipPool: 'p', blacklist: 'news', template: 'hello' }
  expect(options(named).options).toEqual(named)
})

test('metadata has its types, and a number that is none stays as written', () => {
  const meta = [
    { name: 'order', type: 'number', value: ' 7.5' },
    { name: 'id', type: 'text', value: '007' },
    { name: 'odd', type: 'number', value: 'seven' },
    { name: ' ', type: 'text', value: 'x' },
  ] as const
  expect(written({ content: { meta: [...meta] } }).options?.meta).toEqual({ order: 7.5, id: '007', odd: 'seven' })
})

test('the way to unsubscribe is a line, and a pair where one click is enough', () => {
  const post = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  expect(options({ unsubscribe: 'mailto:u@x.org' }).headers).toEqual({ 'List-Unsubscribe': '<mailto:u@x.org>' })
  expect(options({ unsubscribe: 'https://x.org/u', oneClick: true }).headers).toEqual({
    'List-Unsubscribe': '<https://x.org/u>',
    ...post,
  })
  expect(options({ oneClick: true }).headers).toEqual({})
})

test('each recipient has the values, subject and metadata of their row; a hole is no value', () => {
  const columns = ['name', 'Subject', 'meta.level', 'city']
  const people = [
    { ...ada, values: ['Ada', 'For you', 'gold', null] },
    { ...ada, address: 'eve@x.org', values: ['', null, null] },
    { ...ada, address: 'none@x.org', values: [] },
  ]
  const content = { meta: [{ name: 'order', type: 'number' as const, value: '7' }] }
  expect(written({ content, columns, people }).options?.substitutions).toEqual([
    { email: 'ada@x.org', values: { name: 'Ada' }, subject: 'For you', meta: { order: 7, level: 'gold' } },
    { email: 'eve@x.org', values: { name: '' } },
  ])
})

test('images have their content ids, and a row’s file goes with that row alone', () => {
  const parts = [part('image', { contentId: 'logo-1' }), part('attachment'), part('row', { name: 'own.txt' })]
  const [, , own] = parts
  const names = (message: ReturnType<typeof written>) => message.attachments?.map(({ filename }) => filename)
  expect(written({ content: { parts } }).images).toMatchObject([{ filename: 'a.txt', contentId: 'logo-1' }])
  expect(names(written({ content: { parts } }))).toEqual(['a.txt'])
  expect(names(written({ content: { parts }, people: [{ ...ada, parts: [own!.id] }] }))).toEqual(['a.txt', 'own.txt'])
})

test('the preheader is in the HTML, and no text part is sent where none is wanted', () => {
  const content = { html: '<body><p>Hi</p>', preheader: 'Look', text: 'Hi' }
  expect(written({ content: { ...content, textMode: 'none' } })).not.toHaveProperty('text')
  expect(written({ content }).html).toMatch(/^<body><div style="display:none[^>]*>Look/)
})

test('cc and bcc are never dropped, so that an account without them refuses the message', () => {
  const content = { cc: [{ address: 'c@x.org', name: '' }], bcc: [{ address: 'b@x.org', name: 'Bob' }] }
  expect(written({ content })).toMatchObject({
    cc: [{ address: 'c@x.org' }],
    bcc: [{ address: 'b@x.org', personalName: 'Bob' }],
  })
})
