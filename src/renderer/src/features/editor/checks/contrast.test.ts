import { describe, expect, test } from 'vitest'
import { findingsOf, rulesOf } from '#test/support/mails/mail-findings.ts'

const contrastOf = (html: string) =>
  findingsOf(html)
    .filter(({ id }) => id.startsWith('access-contrast'))
    .map(({ text }) => text)

describe('Text is hard to read', () => {
  test.each([
    '<body bgcolor="#111111" text="#222222"><p>x',
    '<div style="background:#000"><p>black, as nothing else is said',
    '<div style="background: transparent"><p style="color:#fff">x',
    '<div style="background-image:url(x.png)"><div style="background:#fff"><p style="color:#fefefe">x',
    '<div style="background:no-repeat #000 center / cover"><p style="color:#111">x',
    '<div style="background-color:rgba(0, 0, 0, 1)"><p style="color:#111111ff">x',
    '<div style="background-color:rgb(0 0 0)"><p style="color:#111">x',
    '<p style="color:#fff /* white */">x',
    '<p style="color:#fff !important;color:#000">x',
    '<p style="color:#000;color:#fff">x',
    '<a href="https://x.example" style="color:#999">The shop</a>',
    '<div style="color:#777"><a name="x">x</a>',
    '<p style="color:#949494;font-size:23px">x',
    '<p style="color:#949494;font:bold 18px Arial">x',
    '<p style="color:#949494;font-weight:600;font-size:19px">x',
    '<p style="color:#999;font-size:150%">x',
    '<h6 style="color:#949494">x',
    '<font color="#949494" size="4">x</font>',
    '<style>.a { margin: 0 } p.b { color: #000 } #c { color: #000 } td { color: #000 }</style><p class="a" style="color:#fff">x',
    '<style>p { color: #000 }</style><p style="color:#fff">its own colour wins',
    '<p style="color:#fff;opacity:1">x',
    '<style>p { color: red }</style><div id="a" style="color:#fff">x',
  ])('%s', (html) => {
    expect(contrastOf(html)).toHaveLength(1)
  })
})

describe('Text is not told of where its colours are not known, or suffice', () => {
  test.each([
    '<p>plain',
    '<body bgcolor="#111" text="#eee"><p>x',
    '<div style="background:{{colour}}"><p style="color:#fff">x',
    '<p style="color:{{colour}}">x',
    '<div style="background:rgba(0,0,0,.9)"><p style="color:#fff">x',
    '<div style="background:hsl(0,0%,0%)"><p style="color:#fff">x',
    '<div style="background:rebeccapurple"><p style="color:#fff">x',
    '<div style="background:#000 url(https://x.example/i.png)"><p style="color:#fff">x',
    '<div style="background:linear-gradient(#000, #111)"><p style="color:#fff">x',
    '<table role="none"><tr><td background="https://x.example/i.png"><p style="color:#fff">x',
    '<div style="background-image:url(https://x.example/i.png)"><p style="color:#fff">x',
    '<p style="color:transparent">x',
    '<div style="background:#000"><a href="https://x.example">The shop</a>',
    '<p style="color:#777;font-size:24px">x',
    '<p style="color:#777;font-size:18pt">x',
    '<p style="color:#777;font-size:1.5em">x',
    '<p style="color:#777;font-size:1.5rem">x',
    '<p style="color:#777;font-size:150%">x',
    '<p style="color:#777;font-size:large">x',
    '<b style="color:#777;font-size:19px">x</b>',
    '<p style="color:#777;font-size:19px;font-weight:bolder">x',
    '<p style="color:#777;font:bold 19px/1.2 Arial">x</p>'.replace('font:', 'font-weight:700;font:'),
    '<h1 style="color:#949494">x',
    '<font color="#949494" size="5">x</font>',
    '<div style="color:#fff;max-height:0">x',
    '<div style="color:#fff;height:0px;overflow:hidden">x',
    '<div style="color:#fff;opacity:0.9">x',
    '<div style="color:#fff;visibility:hidden">x',
    '<div style="color:#fff;font-size:1px">x',
    '<div style="display:none"><p style="color:#fff">x',
    '<div hidden style="color:#fff">x',
    '<svg style="color:#fff"><text>x</text></svg>',
    '<style>p { color: #000 !important }</style><p style="color:#fff">x',
    '<style>p { color: #000 }</style><div style="color:#fff"><p>x',
    '<style>td .a.b { background: #000 }</style><div class="b a"><p style="color:#fff">x',
    '<style>#a { background: #000 }</style><div id="a"><p style="color:#fff">x',
    '<style>.a { display: none }</style><div class="a"><p style="color:#fff">x',
    '<style>@media (min-width: 1px) { .a { font-size: 30px } }</style><p class="a" style="color:#777">x',
  ])('%s', (html) => {
    expect(contrastOf(html)).toEqual([])
  })
})

test('a contrast is never rounded up to the one it needs', () => {
  expect(contrastOf('<p style="color:#777">x')).toEqual([
    'Text is hard to read: #777777 on #ffffff has a contrast of 4.4 to 1, but needs 4.5. Change one of the colours.',
  ])
  expect(contrastOf('<div style="background:#000"><h1>x')[0]).toMatch(
    /contrast of 1\.0 to 1, but needs 3\. The text sets no colour/,
  )
  expect(contrastOf('<p style="color:#0a0a0a;background:#000000">x')[0]).toMatch(
    /#0a0a0a on #000000 has a contrast of 1\.0/,
  )
})

describe('A document', () => {
  const head = '<head><title>Hi</title></head>'
  test.each([
    ['<html lang="{{lang}}"><head><title>{{subject}}</title></head>x', []],
    [`<html>${head}<body lang="de">x`, []],
    [`<html xml:lang="en">${head}x`, ['access-lang']],
    ['<html lang="en"><head><title> </title></head>x', ['access-title']],
    ['<html lang="en"><body><svg><title>x</title></svg>x', ['access-title', 'structure-svg']],
    ['<p>No document', []],
  ])('%s', (html, rules) => {
    expect(rulesOf(html).toSorted()).toEqual(rules)
  })

  test.each([
    ['<table><tr><td>x</table>', ['access-table']],
    ['<table role=" PRESENTATION "><tr><td>x</table>', []],
    ['<table aria-hidden="true"><tr><td>x</table>', []],
    ['<table><caption>x</caption><tr><td>x</table>', []],
    ['<table><thead><tr><td>x</table>', []],
    ['<table><tr><td><table><tr><th>x</table></table>', ['access-table']],
  ])('%s', (html, rules) => {
    expect(rulesOf(html)).toEqual(rules)
  })

  test.each([
    ['<p>مرحبا</p>', ['access-direction']],
    ['<p>12: שלום</p>', ['access-direction']],
    ['<p dir="ltr">مرحبا</p>', ['access-direction']],
    ['<div dir="RTL"><p>مرحبا</p></div>', []],
    ['<p dir="auto">مرحبا</p>', []],
    ['<p style="direction: rtl">مرحبا</p>', []],
    ['<style>p { direction: rtl }</style><p>مرحبا</p>', []],
    ['<title>مرحبا</title><p>Hello مرحبا</p>', []],
  ])('%s', (html, rules) => {
    expect(rulesOf(html)).toEqual(rules)
  })
})
