import { describe, expect, test } from 'vitest'
import type { DraftContent, DraftOptions, DraftPart } from '#shared/contract/base/draft.ts'
import { goodAccount as account, goodContent as good } from '#test/support/mails/good-draft.ts'
import { messageFindings } from './message-rules.ts'

const { options } = good
const link = 'https://shop.example'

function rulesOf(change: Partial<DraftContent>, { recipients = 1, own = {} } = {}): string[] {
  const rows = Array.from({ length: recipients }, (_, at) => ({
    address: `p${at}@x.example`,
    name: '',
    values: [],
    parts: [],
  }))
  const state = { content: { ...good, ...change }, people: { columns: [], rows }, account: { ...account, ...own } }
  return messageFindings(state).map(({ id }) => id)
}
const withOptions = (change: Partial<DraftOptions>, content: Partial<DraftContent> = {}, recipients = 1) =>
  rulesOf({ ...content, options: { ...options, ...change } }, { recipients })

describe('Tracking and analytics', () => {
  const template = { html: '', text: '', subject: '', preheader: '' }
  const tracked = { html: `<A href="${link}">The shop</A>`, text: link }
  test.each<[Partial<DraftOptions>, Partial<DraftContent>, string[]]>([
    [{ trackOpens: 'on' }, {}, []],
    [{ trackOpens: 'on' }, { html: '' }, ['option-opens']],
    [{ trackOpens: 'off' }, { html: '' }, []],
    [{ trackOpens: 'on', template: 'x' }, template, []],
    [{ trackClicks: 'on' }, {}, ['option-clicks']],
    [{ trackClicks: 'on' }, tracked, []],
    [{ trackClicks: 'on', template: 'x' }, template, []],
    [{ trackTextClicks: 'on' }, {}, ['option-text-clicks']],
    [{ trackTextClicks: 'on', textVersion: 'on' }, { text: '' }, []],
    [{ trackTextClicks: 'on', template: 'x' }, template, []],
    [{ trackTextClicks: 'on' }, tracked, ['option-text-links']],
    [{ trackTextClicks: 'on' }, { ...tracked, textMode: 'none' }, ['no-text', 'option-text-clicks']],
    [{}, tracked, []],
    [{ utmMedium: 'mail' }, {}, ['option-utm']],
    [{ utmMedium: 'mail', analytics: 'on' }, {}, ['option-utm-source']],
    [{ utmSource: 'shop', analytics: 'on' }, {}, []],
    [{ template: 'x' }, { ...template, subject: 'a' }, ['option-template']],
    [{ template: 'x' }, { ...template, text: 'a' }, ['option-template']],
    [{ template: 'x' }, { ...template, html: 'a' }, ['no-text', 'no-preheader', 'option-template']],
    [{ template: 'x' }, { ...template, from: { address: '', name: '' } }, []],
    [{ textVersion: 'on' }, {}, ['option-text-version']],
    [{ textVersion: 'on' }, { text: ' ' }, []],
    [{ textVersion: 'on' }, { textMode: 'none' }, []],
  ])('%j with %j: %j', (change, content, rules) => {
    expect(withOptions(change, content)).toEqual(rules)
  })
})

describe('The way to unsubscribe', () => {
  const html = '<p>Leave: opt-out</p>'
  test.each<[Partial<DraftOptions>, number, string[]]>([
    [{}, 99, []],
    [{}, 100, ['missing']],
    [{ bulk: 'on' }, 1, ['missing']],
    [{ oneClick: true }, 1, ['none']],
    [{ unsubscribe: 'mailto:leave@x.example?subject=x' }, 1, []],
    [{ unsubscribe: 'mailto:leave' }, 1, ['mailto']],
    [{ unsubscribe: 'http://x.example' }, 1, ['scheme']],
    [{ unsubscribe: 'https://' }, 1, ['scheme']],
    [{ unsubscribe: 'https://x.example/a b' }, 1, ['scheme']],
    [{ unsubscribe: 'mailto:leave@x.example', oneClick: true }, 1, ['one-click']],
    [{ unsubscribe: link, oneClick: true }, 1, []],
    [{ unsubscribe: link }, 1, []],
    [{ unsubscribe: link }, 100, ['pair']],
    [{ unsubscribe: 'mailto:leave@x.example' }, 100, []],
    [{ unsubscribe: link, oneClick: true }, 100, []],
  ])('%j for %i recipients: %j', (change, recipients, rules) => {
    expect(withOptions(change, { html }, recipients)).toEqual(rules.map((rule) => `unsubscribe-${rule}`))
  })

  test('is the same for all, so that a variable in it is told of once', () => {
    expect(withOptions({ unsubscribe: 'mailto:{{leave}}' })).toEqual(['fixed The unsubscribe address'])
  })

  test('stands in the message too, where it goes to many', () => {
    const ways = { unsubscribe: link, oneClick: true }
    expect(withOptions(ways, {}, 100)).toEqual(['unsubscribe-link'])
    expect(withOptions(ways, {}, 1)).toEqual([])
    expect(withOptions(ways, { text: 'Unsubscribe' }, 100)).toEqual([])
  })
})

describe('Header lines, metadata and tags', () => {
  test.each<[string, string, string[]]>([
    ['', '', []],
    [' ', ' x', ['header-0']],
    ['X y', '', ['header-0']],
    ['Reply-To', 'x', ['header-0']],
    ['Content-ID', 'x', ['header-0']],
    ['"X-Own"', 'x', ['header-0']],
    ['X-SVC-BULK', '1', ['header-0']],
    ['X-SVC-TRACKING', '{"html":{"open":1}}', ['header-0']],
    ['X-SVC-TRACKING', '{', ['header-0']],
    ['X-Own', 'a\nb', ['header-0-lines']],
    ['X-Own', '{{name}}', ['fixed A header line']],
    ['X-Own', 'a', []],
  ])('%j: %j has the findings %j', (name, value, rules) => {
    expect(rulesOf({ headers: [{ name, value }] })).toEqual(rules)
  })

  test('are errors only where the service would ignore what was meant', () => {
    const severities = (name: string, value: string) =>
      messageFindings({
        content: { ...good, headers: [{ name, value }] },
        people: { columns: [], rows: [{ address: 'a@x.example', name: '', values: [], parts: [] }] },
        account,
      }).map(({ severity }) => severity)
    expect(severities('X-SVC-TRACKING', '{"html":{"text":{"click":1}}}')).toEqual(['error'])
    expect(severities('X-SVC-OTHER', '{"html":{"text":{"click":1}}}')).toEqual(['warning'])
    expect(severities('X-SVC-TRACKING', '{"text":{"click":1}}')).toEqual(['warning'])
    expect(rulesOf({ headers: [{ name: 'X-SVC-BULK', value: '1' }] }, { own: { keyPrefix: '' } })).toEqual([])
  })

  test.each<[Partial<DraftContent>, string[]]>([
    [{ meta: [{ name: '', type: 'text', value: '' }] }, []],
    [{ meta: [{ name: ' ', type: 'text', value: 'x' }] }, ['meta-name']],
    [{ meta: [{ name: 'a', type: 'number', value: ' ' }] }, ['meta-number']],
    [{ meta: [{ name: 'a', type: 'number', value: '1e3' }] }, []],
    [{ meta: [{ name: 'a', type: 'text', value: 'x' }] }, []],
    [{ meta: [{ name: 'Mailroom_Send', type: 'text', value: 'x' }] }, ['meta-own']],
    [
      {
        meta: [
          { name: 'a', type: 'text', value: 'x' },
          { name: ' a', type: 'text', value: 'y' },
        ],
      },
      ['meta-twice', 'meta-blanks'],
    ],
    [
      {
        meta: [
          { name: '', type: 'text', value: '' },
          { name: '', type: 'text', value: '' },
        ],
      },
      [],
    ],
    [{ tags: ['a', ' A'] }, ['tag-blanks', 'tags']],
    [{ tags: ['a', 'b'] }, []],
  ])('%j has the findings %j', (change, rules) => {
    expect(rulesOf(change)).toEqual(rules)
  })
})

describe('The fields', () => {
  const part = (change: Partial<DraftPart>): DraftPart => ({
    id: 'f',
    kind: 'attachment',
    name: 'a.pdf',
    contentType: '',
    contentId: '',
    size: 10,
    sha256: '',
    width: null,
    height: null,
    ...change,
  })
  test.each<[Partial<DraftContent>, string[]]>([
    [{ html: '', preheader: '' }, []],
    [{ html: '', text: '' }, ['no-content']],
    [{ replyTo: { address: '', name: 'a\nb' } }, ['replyTo-name']],
    [{ cc: [{ address: '', name: '' }] }, []],
    [{ cc: [{ address: '', name: 'Ann' }] }, []],
    [{ parts: [part({ size: 0 })] }, ['file-f']],
    [{ parts: [part({ name: 'a.js' })] }, ['file-f']],
    [{ parts: [part({})] }, []],
    [{ parts: [part({ kind: 'row', size: 20_000_000 })] }, []],
    [{ parts: [part({ contentId: 'x' }), part({ id: 'g', contentId: 'x' })] }, []],
    [{ subject: 'x'.repeat(60) }, []],
    [{ subject: `${'x'.repeat(60)}{{name}}` }, []],
    [{ subject: 'HELLO {{name}}' }, []],
    [{ subject: 'ご注文ありがとうございます' }, []],
    [{ subject: 'Now! Here! Only!' }, ['subject-marks']],
    [{ subject: 'Now! Here! Really?' }, []],
    [{ subject: 'Re: order', headers: [{ name: 'In-Reply-To', value: '<a@x>' }] }, []],
    [{ subject: 'Hi *|NAME|*' }, ['subject-foreign *|NAME|*']],
    [{ preheader: 'Hi {{name}' }, ['preheader-braces {{name}']],
    [{ text: 'Hi %%name%%', textMode: 'written' }, ['text-foreign %%name%%']],
    [{ text: 'Hi %%name%%', textMode: 'made' }, []],
    [{ from: { address: 'a@x.example', name: '{{shop}}' } }, ['fixed The sender’s name']],
    [{ tags: ['{{shop}}'] }, ['fixed A tag']],
  ])('%j has the findings %j', (change, rules) => {
    expect(rulesOf(change)).toEqual(rules)
  })

  test('belong to the account', () => {
    const cc = [{ address: 'boss@x.example', name: '' }]
    expect(rulesOf({ cc }, { own: { recipientAllowList: ['@x.example'] } })).toEqual([])
    expect(rulesOf({ cc }, { own: { ccAndBcc: false } })).toEqual(['cc-off'])
    expect(rulesOf({}, { own: { ccAndBcc: false } })).toEqual([])
    expect(rulesOf({ cc: [{ address: '', name: '' }] }, { own: { ccAndBcc: false } })).toEqual([])
    expect(rulesOf({ cc: [{ address: '', name: 'Boss' }] }, { own: { ccAndBcc: false } })).toEqual(['cc-off'])
  })
})

test.each([
  ['12345678901234567890', ['meta-exact']],
  ['0.1234567890123456789', ['meta-exact']],
  ['0x10', ['meta-exact']],
  ['1e400', ['meta-number']],
  ['9007199254740991', []],
  ['-0012.500', []],
  ['1e21', []],
  ['1000000000000000000000', []],
  ['0.0000001', []],
  ['0', []],
])('the number %s of the metadata is kept exactly, or named: %j', (value, rules) => {
  expect(rulesOf({ meta: [{ name: 'order', type: 'number', value }] })).toEqual(rules)
  expect(rulesOf({ meta: [{ name: 'order', type: 'text', value }] })).toEqual([])
})
