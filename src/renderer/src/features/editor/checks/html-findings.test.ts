import { describe, expect, test } from 'vitest'
import type { DraftPart } from '#shared/contract/base/draft.ts'
import { diagnosticsOf } from '#shared/domain/drafts/checks/finding.ts'
import { findingsOf as find, imagePart as image, words } from '#test/support/mails/mail-findings.ts'

const told = (html: string, parts?: DraftPart[]) =>
  find(html, parts).map(({ severity, text }) => `${severity}: ${text}`)

describe('A link', () => {
  test.each([
    ['<a href="">Shop</a>', /^error: .*“Shop” has no target/],
    ['<a href="#">Shop</a>', /^error: .*has no target/],
    ['<a href=" javascript:x()">Shop</a>', /^error: .*runs a script/],
    ['<a href="http://localhost:3000/x">Shop</a>', /^error: .*localhost, which readers can’t reach/],
    ['<a href="https://192.168.0.7/">Shop</a>', /^error: .*192\.168\.0\.7/],
    ['<a href="http://shop.example/">Shop</a>', /^warning: .*not encrypted/],
    ['<a href="/shop">Shop</a>', /^error: .*an incomplete address/],
    ['<a href="https://bit.ly/x">Shop</a>', /^warning: .*link shortener bit\.ly/],
    [
      '<a href="https://evil.example/">www.shop.example</a>',
      /^warning: .*says www\.shop\.example, but the link goes to evil/,
    ],
    ['<a href="#part">Shop</a>', /^warning: .*#part, which is not in the message/],
    ['<a href="mailto:nobody">Shop</a>', /^error: .*nobody, which is not an email address/],
    [
      '<a href="https://shop.example/"><img alt="" src="https://shop.example/i.png"></a>',
      /^warning: .*neither text nor/,
    ],
    ['<a href="https://shop.example/">Click here!</a>', /^hint: .*doesn’t say where it goes/],
  ])('is told of: %s', (html, expected) => {
    expect(told(html)).toContainEqual(expect.stringMatching(expected))
  })

  test.each([
    '<a href="https://shop.example/a?b=1&amp;c={{code}}">The shop</a>',
    '<a href="{{link}}">The shop</a>',
    '<a href="#end">The end</a><p id="end">x</p>',
    '<a href="mailto:help@shop.example?subject=x">Help</a>',
    '<a href="tel:+3314">Call</a>',
    '<a name="x"></a>',
    '<a href="https://www.shop.example/x">shop.example</a>',
    '<a href="https://shop.example/"><img alt="The shop" src="https://shop.example/i.png"></a>' + words,
  ])('is fine: %s', (html) => {
    expect(told(html)).toEqual([])
  })
})

describe('An image', () => {
  test.each([
    ['<img src="cid:gone" alt="">', [], /^error: No inline image has the content ID gone/],
    ['<p style="background:url(cid:gone)">', [], /^error: No inline image/],
    ['<img src="" alt="">', [], /^error: An image has no source/],
    ['<img src="cid:" alt="">', [], /^error: An image has no source/],
    ['<img src="pic.png" alt="">', [], /^error: .*an incomplete address: pic\.png/],
    ['<img src="http://x.example/i.png" alt="">', [], /^warning: .*without encryption/],
    ['<img src="data:image/png;base64,AA" alt="">', [], /^warning: .*\(data:\)/],
    ['<img src="cid:a">', [image('a')], /^warning: An image has no alternative text/],
    ['<p>x', [image('a')], /^warning: The message does not show the inline image a\.png/],
    [
      '<img src="cid:a" alt="">',
      [image('a', { contentType: 'image/svg+xml' })],
      /^warning: Gmail doesn’t show SVG images: a\.png/,
    ],
    ['<img src="cid:a" alt="">', [image('a', { width: 2400 })], /^hint: a\.png is 2400 pixels wide/],
    ['<img src="https://x.example/i.png" alt="">Hi', [], /^warning: The message is almost all images/],
  ])('is told of: %s', (html, parts, expected) => {
    expect(told(html, parts)).toContainEqual(expect.stringMatching(expected))
  })

  test('is found by its content id, in any case and in styles too', () => {
    const html = `${words}<img src="CID:Logo%20A" alt=""><table role="none" background="cid:b"></table><p style="background: url('cid:c')">x`
    expect(told(html, [image('logo a'), image('b'), image('c')])).toEqual([])
  })
})

describe('CSS', () => {
  test('that mail programs drop is named with them, at its place', () => {
    const html = '<style>p { color: red; gap: 4px }</style><p style="gap:2px">x'
    const [finding] = find(html).filter(({ id }) => id === 'css-property gap')
    expect(finding?.text).toBe(
      'gap (2 times) is ignored by Outlook for Windows and Yahoo Mail. Check that the message looks good without it.',
    )
    expect(finding?.ranges.map(({ from, to }) => html.slice(from, to))).toEqual(['gap: 4px', 'gap:2px'])
  })

  test.each([
    ['<p style="display: flex">', 'css-value display:flex'],
    ['<p style="width: calc(1px + 2px)">', 'css-function calc'],
    ['<p style="width: 2rem">', 'css-unit rem'],
    ['<p style="--x: 1px">', 'css-function var'],
    ['<style>@media (prefers-color-scheme: dark) { p { color: red } }</style>', 'css-media prefers-color-scheme'],
    ['<style>@font-face { font-family: x }</style>', 'css-at font-face'],
    ['<style>a:hover { color: red }</style>', 'css-pseudo hover'],
    ['<style>p { & b { color: red } }</style>', 'css-nesting'],
    ['<style>p { gap: 1px </style>', 'css-property gap'],
  ])('is recognised in %s', (html, id) => {
    expect(find(html).map((finding) => finding.id)).toContain(id)
  })

  test('for one mail program, or that all of them have, is not told of', () => {
    expect(told('<p style="mso-line-height-rule:exactly;-webkit-text-size-adjust:100%;color:#333">x')).toEqual([])
  })

  test('is limited in length, and to the head', () => {
    const rules = `p { color: red } ${'/* x */'.repeat(3000)}`
    expect(told(`<html lang="en"><head><title>x</title><style>${rules}</style></head><body>x`)[0]).toMatch(
      /Gmail ignores style elements over 16,384/,
    )
    expect(told('<body><style>p { color: red }</style>x')).toContainEqual(expect.stringMatching(/in the body/))
  })

  test('in an attribute with character references leads to the whole attribute', () => {
    const html = '<p style="font-family: &quot;A&quot;; gap: 1px">x'
    const [finding] = find(html).filter(({ id }) => id === 'css-property gap')
    expect(html.slice(finding?.ranges[0]?.from, finding?.ranges[0]?.to)).toBe(
      'style="font-family: &quot;A&quot;; gap: 1px"',
    )
  })
})

describe('Readers with other senses', () => {
  test('are told what a document lacks', () => {
    expect(told('<html><head></head><body><table><tr><td>x')).toEqual([
      expect.stringMatching(/^hint: The message doesn’t declare its language/),
      expect.stringMatching(/^hint: The message has no title/),
      expect.stringMatching(/^hint: A table has no headings/),
    ])
    const good =
      '<html lang="en"><head><title>Hi</title></head><body><table role="presentation"><tr><td><table><tr><th>x'
    expect(told(good)).toEqual([])
  })

  test.each([
    ['<p style="color:#999">pale', '#999999 on #ffffff has a contrast of 2.8'],
    ['<table role=none bgcolor=navy><tr><td style="color:#00f">dark', '#0000ff on #000080'],
    ['<div style="background:#000"><font color=#222222>dark', '#222222 on #000000'],
  ])('cannot read %s', (html, expected) => {
    expect(told(html)).toEqual([expect.stringContaining(expected)])
  })

  test.each([
    '<p style="color:#767676">just enough',
    '<p style="color:#888;font-size:24px">large',
    '<p style="color:#fff;display:none">hidden',
    '<div style="background:url(https://x.example/i.png)"><p style="color:#fff">on a picture',
    '<style>.dark { background: #000 }</style><div class="dark"><p style="color:#fff">styled elsewhere',
  ])('can read %s', (html) => {
    expect(told(html).filter((text) => text.includes('contrast'))).toEqual([])
  })
})

test('what mail programs remove is told of', () => {
  const html =
    '<script>x</script><form><p onclick="x()">y<meta http-equiv=refresh content=0><link rel=stylesheet href=x>'
  expect(find(html).map(({ id }) => id)).toEqual([
    'structure-script',
    'structure-form',
    'structure-handler',
    'structure-refresh',
    'structure-stylesheet',
  ])
})

test('findings are marks of a code editor, in the order of the document', () => {
  const html = '<a href="">one</a> <img src="" alt=""> <p style="gap:1px">'
  const marks = diagnosticsOf(find(html)).map(({ from, to, severity }) => [html.slice(from, to), severity])
  expect(marks).toEqual([
    ['href=""', 'error'],
    ['<img src="" alt="">', 'warning'],
    ['src=""', 'error'],
    ['gap:1px', 'info'],
  ])
})

test('hostile markup is read in time that grows with its length', () => {
  const attacks = ['<div>'.repeat(20_000), '<b>'.repeat(5000), '<table><td>'.repeat(3000), '<a href=x>'.repeat(5000)]
  for (const html of [...attacks, `<style>${'{'.repeat(20_000)}`, `<p style="${'a:b;'.repeat(50_000)}">`]) {
    expect(Array.isArray(find(html))).toBe(true)
  }
})
