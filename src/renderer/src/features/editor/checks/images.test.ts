import { describe, expect, test } from 'vitest'
import { findingsOf, imagePart, markedBy, rulesOf, words } from '#test/support/mails/mail-findings.ts'

const image = (src: string) => `${words}<img src="${src}" alt="">`

describe('The source of an image', () => {
  test.each([
    [' ', 'src'],
    ['pic.png', 'relative'],
    ['//cdn.example/pic.png', 'relative'],
    ['file:///C:/pic.png', 'relative'],
    ['data:image/png;base64,AA', 'data'],
    ['http://cdn.example/pic.png', 'http'],
    ['https://localhost/pic.png', 'private'],
    ['https://example.com/pic.png', 'sample'],
    ['https://cdn.example/pic.webp?w=1', 'type'],
    ['https://cdn.example/a.b/ICON.SVG', 'type'],
    ['cid:gone', 'cid'],
  ])('%j has the problem %s', (src, rule) => {
    expect(rulesOf(image(src))).toEqual([`image-${rule}`])
    expect(markedBy(image(src), `image-${rule}`)).toEqual([`src="${src}"`])
  })

  test.each(['https://cdn.example/pic.jpeg', '{{logo}}', 'cid:{{logo}}', 'https://{{host}}/x.png'])(
    'may be %s',
    (src) => {
      expect(rulesOf(image(src))).toEqual([])
    },
  )
})

describe('An inline image', () => {
  test.each([
    '<a href="cid:a">The shop</a>',
    '<table role="none" background="cid:A"></table>',
    '<!--[if mso]><v:fill type="frame" src="cid:a" /><![endif]-->',
  ])('is shown by %s', (html) => {
    expect(rulesOf(words + html, [imagePart('a')])).toEqual([])
    expect(rulesOf(words + html)).toEqual(['image-cid'])
  })

  test('is not shown by a comment that no program reads', () => {
    expect(rulesOf(`${words}<!-- <img src="cid:a"> -->`, [imagePart('a')])).toEqual(['image'])
    expect(findingsOf(words, [imagePart('a')])[0]?.target).toEqual({ kind: 'field', field: 'files' })
  })

  test('may be the one that a variable names', () => {
    expect(rulesOf(image('cid:{{logo}}'), [imagePart('a')])).toEqual([])
  })

  test('is only told of as such', () => {
    const attached = imagePart('a', { kind: 'attachment', contentType: 'image/svg+xml', width: 2000 })
    expect(rulesOf(words, [attached])).toEqual([])
  })

  test.each([
    [601, '', ['image-width']],
    [600, '', []],
    [null, '', []],
    [601, 'width="300"', []],
  ])('of %j pixels and %j is too wide, or not: %j', (width, attributes, rules) => {
    expect(rulesOf(`${words}<img src="cid:a" alt="" ${attributes}>`, [imagePart('a', { width })])).toEqual(rules)
  })
})

test.each([
  ['', ['image-alt']],
  ['alt', []],
  ['alt="logo.PNG"', ['image-alt-name']],
  ['alt="A logo"', []],
])('the alternative text %j', (alt, rules) => {
  expect(rulesOf(`${words}<img src="https://cdn.example/i.png" ${alt}>`)).toEqual(rules)
})

describe('A message is nearly all images', () => {
  const picture = '<img src="https://cdn.example/i.png" alt="">'
  test.each([
    [`<head><title>${words}</title></head>${picture}`, true],
    [`<p>${'a b '.repeat(14)}a</p>${picture}`, true],
    [`<p>${'a b '.repeat(15)}</p>${picture}`, false],
    [`<p>ご注文ありがとうございます。</p>${picture}`, false],
    [`<p>{{body}}</p>${picture}`, false],
    ['<p>Hi</p><img src="https://t.example/o" alt="" width="1" height="1px">', false],
    ['<p>Hi</p><img src="https://t.example/o" alt="" width="1" height="300">', true],
    ['<p>Hi</p>', false],
  ])('%s: %j', (html, isTold) => {
    expect(rulesOf(html)).toEqual(isTold ? ['spam-images'] : [])
  })
})

test('elements are told of with the programs that drop them', () => {
  const textOf = (html: string) => findingsOf(html).map(({ text }) => text)
  expect(textOf('<form></form>')).toEqual([
    'The form element is ignored by Outlook for Windows and Yahoo Mail. Use a link or an image instead.',
  ])
  expect(textOf('<link rel="stylesheet" href="x">')[0]).toMatch(/^An external stylesheet isn’t loaded by Gmail,/)
  expect(findingsOf('<script>x</script><iframe></iframe>').map(({ severity }) => severity)).toEqual([
    'error',
    'warning',
  ])
  expect(rulesOf('<link rel="icon" href="x"><meta name="refresh"><p rel="stylesheet" http-equiv="refresh">x')).toEqual(
    [],
  )
})
