import { expect, test } from 'vitest'
import { messageLinks } from './message-links.ts'

const base = 'http://127.0.0.1:4000'
const links = (html: string, text = '') => messageLinks({ html, text }, base)

test('lists the links of the HTML with their texts, in order, and where tracked ones lead', () => {
  const place = Buffer.from('https://shop.example/sale?a=1&b=2').toString('base64url')
  const tracked = `${base}/t/c/${'x'.repeat(40)}/${place}`
  const html = `<p>Hi <a href="${tracked}">the <b>sale</b>\n now</a> <a href='myapp://verify?a=1&amp;t=2'>Open &amp; verify</a>
    <a href=https://shop.example/x><img src="y.png" alt="Our shop"></a> <a href="#top">Up</a><a name="x">No</a>
    <img src="${base}/t/o/pixel"></p>`
  expect(links(html, 'https://shop.example/text')).toEqual([
    { url: tracked, text: 'the sale now', target: 'https://shop.example/sale?a=1&b=2' },
    { url: 'myapp://verify?a=1&t=2', text: 'Open & verify' },
    { url: 'https://shop.example/x', text: 'Our shop' },
  ])
})

test('lists the links of the text if there is no HTML', () => {
  expect(links('', 'See https://shop.example/a?b=1. Or (http://shop.example/c).')).toEqual([
    { url: 'https://shop.example/a?b=1', text: 'https://shop.example/a?b=1' },
    { url: 'http://shop.example/c', text: 'http://shop.example/c' },
  ])
})

test.each(['<a href="x:">', '<a href=x:y', '<a ', '</a', '<a href="x:y">a', '<img alt="'])(
  'reads a megabyte of %j',
  (piece) => {
    expect(links(piece.repeat(1_048_576 / piece.length)).length).toBeLessThanOrEqual(1000)
  },
)
