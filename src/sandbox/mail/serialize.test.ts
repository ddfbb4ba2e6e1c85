import { expect, test } from 'vitest'
import type { SendContent } from '../store/index.ts'
import { compose } from './compose.ts'
import { pieces, serialize, serializedLength } from './serialize.ts'

const content: SendContent = {
  from: { address: 'shop@sender.example', personalName: 'The Shop' },
  subject: 'Grüße',
  images: [],
  attachments: [],
  headers: { lines: [] },
}
const links = { base: 'http://127.0.0.1:8025', path: () => '/t/o/x' }
const file = { contentType: 'application/pdf', filename: 'a.pdf', content: Buffer.from('%PDF '.repeat(100)) }
const image = { contentType: 'image/png', filename: 'logo', content: Buffer.from([1, 2, 3]) }
const long = 'A line that is longer than what fits. '.repeat(10)

test.each<[string, Partial<SendContent>]>([
  ['a short text', { text: 'Hello\nthere' }],
  ['a long text', { text: `${long}\n\n${long}` }],
  ['a foreign text', { text: 'Привет, мир! '.repeat(30) }],
  ['html alone', { html: `<p>${long} = é</p>` }],
  ['both', { text: 'Hello', html: `<p>${long}</p>` }],
  ['both and a file', { text: 'Hello', html: '<p>Hello</p>', attachments: [file] }],
  ['html and an image', { html: '<img src="cid:logo">', images: [image] }],
  ['everything', { text: 'Hello', html: '<img src="cid:logo">', images: [image], attachments: [file, file] }],
  ['a file of several pieces', { attachments: [{ ...file, content: Buffer.alloc(1_500_000, '%PDF') }] }],
  ['an empty file', { text: 'Hello', attachments: [{ ...file, content: new Uint8Array() }] }],
])('%s is written byte for byte as the library writes it, and its length is known', async (_, parts) => {
  const input = { id: '0'.repeat(24), email: 'a@x.org', personalName: null, createdDate: 0, values: null }
  const tree = () => compose({ ...input, content: { ...content, ...parts } }, links)
  const ours = serialize(tree())
  const library = (await tree().build()).toString()
  // If the text is the entire message, the library appends its own line break.
  expect(ours.toString().trimEnd()).toBe(library.trimEnd())
  expect(Buffer.concat([...pieces(tree())]).equals(ours)).toBe(true)
  expect(serializedLength(tree())).toBe(ours.length)
})
