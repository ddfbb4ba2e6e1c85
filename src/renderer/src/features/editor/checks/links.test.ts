import { describe, expect, test } from 'vitest'
import { findingsOf, markedBy, rulesOf } from '#test/support/mails/mail-findings.ts'

const link = (href: string, text = 'The shop') => `<a href="${href}">${text}</a>`

describe('The address of a link', () => {
  test.each([
    ['', 'dead'],
    [' # ', 'dead'],
    ['tel:', 'dead'],
    ['#part', 'anchor'],
    ['vbscript:x', 'script'],
    ['data:text/html,x', 'script'],
    ['java&#10;script:x()', 'script'],
    ['file:///C:/price.pdf', 'file'],
    ['//shop.example/x', 'relative'],
    ['www.shop.example', 'relative'],
    ['{shop}', 'relative'],
    ['htp://shop.example', 'scheme'],
    ['https:/shop.example', 'invalid'],
    ['https://shop..example/', 'invalid'],
    ['https://shop,example/', 'invalid'],
    ['https://https://shop.example/', 'twice'],
    ['https://shop.example/a b', 'space'],
    ['https://shop.example/a&#10;b', 'break'],
    ['http://{{host}}/', 'http'],
    ['https://www.example.com/x', 'sample'],
    ['https://example.org', 'sample'],
    ['mailto:', 'mailto'],
    ['mailto:a@x.example,nobody?subject=x', 'mailto'],
    ['mailto:a@x.example;b@x.example', 'mailto'],
    ['https://www.bit.ly/x', 'short'],
  ])('%j has the problem %s', (href, rule) => {
    expect(rulesOf(link(href))).toEqual([`link-${rule}`])
  })

  test.each([
    'localhost:3000',
    'dev.shop.local',
    'intranet',
    '0.0.0.0',
    '[::1]:8080',
    '[fe80::1]',
    '[fd00::1]',
    '10.1.2.3',
    '127.0.0.1',
    '100.64.0.1',
    '100.127.0.1',
    '169.254.1.2',
    '172.16.0.1',
    '172.31.0.1',
    '192.168.0.7',
  ])('cannot be at %s', (host) => {
    expect(rulesOf(link(`https://${host}/x`))).toEqual(['link-private'])
  })

  test.each([
    'https://shop.example/?q={{first name}}&amp;copy=1',
    ' https://shop.example/x ',
    'https://{{host}}/x',
    '{{ link }}',
    '#top',
    '#{{part}}',
    'mailto:?subject=Look%20at%20this',
    'mailto:a%40x.example, b@x.example',
    'mailto:{{support}}',
    'tel:+33 1 23',
    'sms:{{phone}}',
    'webcal://shop.example/x',
    'https://münchen.example/straße',
    'https://100.63.0.1/',
    'https://100.128.0.1/',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://169.253.0.1/',
    'https://192.169.0.1/',
    'https://[2001:db8::1]/',
    'https://user@shop.example:8443/',
    'https://bit.ly.shop.example/',
    'https://notexample.com/',
  ])('may be %j', (href) => {
    expect(rulesOf(link(href))).toEqual([])
  })

  test.each(['<p id="end of it">x</p>', '<a name="end of it">x</a>'])('may lead to %s', (target) => {
    expect(rulesOf(link('#end%20of%20it') + target)).toEqual([])
  })

  test('is named with the text of its link, at its place, once for all of the same', () => {
    const html = `${link('#', 'Menu')}${link('#', 'Menu')}<a href="#"></a>`
    expect(findingsOf(html).map(({ text }) => text)).toEqual([
      'The link “Menu” has no target. Enter its address. (2 times)',
      'A link has no target. Enter its address.',
      'A link has neither text nor an image with alternative text, so screen readers read out its address. Add one of them.',
    ])
    expect(markedBy(html, 'link-dead')).toEqual(['href="#"', 'href="#"'])
  })

  test('of an area counts too, and is named by its alternative text', () => {
    expect(findingsOf('<map><area href="#" alt="Boots"></map>')[0]?.text).toMatch(/^The link “Boots” has no target/)
    expect(rulesOf('<map><area href="https://shop.example/"></map>')).toEqual(['link-area-alt'])
    expect(rulesOf('<map><area href="https://shop.example/" alt="x"><area></map><a>x</a>')).toEqual([])
  })
})

describe('The text of a link', () => {
  test.each([
    ['shop.example', 'https://track.example/', ['link-other-host']],
    ['https://shop.pdf', 'https://track.example/', ['link-other-host']],
    ['www.shop.example/x?y', 'https://shop.example/', []],
    ['shop.example', 'https://mail.shop.example/', []],
    ['mail.shop.example', 'https://shop.example/', []],
    ['münchen.example', 'https://xn--mnchen-3ya.example/', []],
    ['Node.js', 'https://track.example/', []],
    ['price-list.pdf', 'https://track.example/', []],
    ['ann@shop.example', 'https://track.example/', []],
    ['shop.example', 'https://{{host}}/', []],
    ['shop.example', 'mailto:a@x.example', []],
  ])('%j may lead to %s, or not: %j', (text, href, rules) => {
    expect(rulesOf(link(href, text))).toEqual(rules)
  })

  test.each([
    ['Learn more …', ['link-vague']],
    ['→', ['link-vague']],
    ['&nbsp;', ['link-no-text']],
    ['{{label}}', []],
    ['<svg><title>The shop</title></svg>', ['structure-svg']],
  ])('%s says where it leads, or not: %j', (text, rules) => {
    expect(rulesOf(link('https://shop.example/', text))).toEqual(rules)
    expect(rulesOf(link('{{url}}', text))).toEqual(rules)
  })

  test.each(['aria-label', 'aria-labelledby', 'title'])('may stand in %s', (name) => {
    expect(rulesOf(`<a href="https://shop.example/" ${name}="x"></a>`)).toEqual([])
    expect(rulesOf(`<a href="https://shop.example/" ${name}=""></a>`)).toEqual(['link-no-text'])
  })
})

describe('A placeholder', () => {
  test.each([
    ['*|FNAME|*', 'foreign'],
    ['%%first_name%%', 'foreign'],
    ['{% if x %}', 'foreign'],
    ['[[name]]', 'foreign'],
    ['${name}', 'foreign'],
    ['&lt;%= name %&gt;', 'foreign'],
    ['{{#if paid}}', 'block'],
    ['{{/if}}', 'block'],
    ['{{else}}', 'block'],
    ['{{{name}}}', 'braces'],
    ['{{name}', 'braces'],
    ['{name}}', 'braces'],
    ['{{<b>name</b>}}', 'braces'],
  ])('%s is not filled in', (text, rule) => {
    expect(rulesOf(`<p>Dear ${text}, hello</p>`)).toContain(`placeholder-${rule}`)
    expect(
      rulesOf('<p>Dear {{ first name }}, 100 % of { this } is fine, [so] is 20%% and end{{endDate}}.</p>'),
    ).toEqual([])
  })

  test('is found in addresses, which are then not told of as wrong', () => {
    expect(
      rulesOf(
        '<a href="*|UNSUB|*">Leave</a><img src="[[logo]]" alt="">'.concat('Enough words to be a mail, not a picture.'),
      ),
    ).toEqual(['placeholder-foreign', 'placeholder-foreign'])
    expect(rulesOf('<style>p { color: red }</style><p>Hello</p><script>{{</script>')).toEqual(['structure-script'])
  })
})
