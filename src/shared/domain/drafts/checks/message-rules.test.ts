import { describe, expect, test } from 'vitest'
import type { DraftContent, DraftPart, DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { goodAccount as account, goodContent as good } from '#test/support/mails/good-draft.ts'
import { english } from '../../base/plural.ts'
import { NearDomains } from '../addresses/near-domain.ts'
import { finished } from '../../base/finished.ts'
import { renderDraft } from '../render-draft.ts'
import { valuesOf } from '../person-values.ts'
import { domainFindings, isAligned } from './domain-rules.ts'
import { worstFirst } from './finding.ts'
import { messageFindings } from './message-rules.ts'
import { peopleFindings } from './people-rules.ts'
import { utf8Length } from '../../../text/utf8-length.ts'
import { renderedSize, sizeFormula } from './rendered-size.ts'

const person = (address: string, ...values: (string | null)[]): Person => ({ address, name: '', values, parts: [] })
const one: DraftPeople = { columns: [], rows: [person('ann@x.example')] }
const { options } = good
const file = (name: string, change: Partial<DraftPart> = {}): DraftPart => ({
  id: name,
  kind: 'attachment',
  name,
  contentType: '',
  contentId: '',
  size: 10,
  sha256: '',
  width: null,
  height: null,
  ...change,
})

const told = (change: Partial<DraftContent>, { people = one, own = {} } = {}) =>
  messageFindings({ content: { ...good, ...change }, people, account: { ...account, ...own } }).map(
    ({ severity, text }) => `${severity}: ${text}`,
  )

test('a message that is right has no findings', () => {
  expect(told({})).toEqual([])
})

describe('A message', () => {
  test.each<[Partial<DraftContent>, RegExp]>([
    [
      { from: { address: 'ann@shop.example', name: ' Ann' } },
      /^hint: The name “ Ann” is sent without the spaces around it/,
    ],
    [{ tags: ['news '] }, /^hint: The tag “news ” is sent without/],
    [{ meta: [{ name: '\uFEFForder', type: 'text', value: '1' }] }, /^hint: The metadata name “.*” is sent without/],
    [{ subject: ' ' }, /^error: The message has no subject/],
    [{ subject: 'a\nb' }, /^error: The subject contains a line break/],
    [{ from: { address: '', name: '' } }, /^error: The message has no sender/],
    [{ from: { address: 'nobody', name: '' } }, /^error: “nobody” is not an email address/],
    [{ html: ' ', text: '' }, /^error: The message is empty/],
    [{ textMode: 'none' }, /^warning: There is no text part/],
    [{ preheader: '' }, /^hint: Without a preheader/],
    [{ preheader: 'Your order' }, /^hint: The preheader repeats/],
    [{ subject: 'BUY IT NOW {{name}}' }, /^warning: The subject is in all capitals/],
    [{ subject: 'Hello!!' }, /^warning: .*exclamation or question marks/],
    [{ subject: 'Re: your order' }, /^warning: .*begins like a reply/],
    [{ subject: 'x'.repeat(61) }, /^hint: The subject has 61 characters/],
    [{ cc: [{ address: 'bad', name: '' }] }, /^error: “bad” is not/],
    [{ parts: [file('a', { size: 8_000_000 })] }, /^warning: The message is 10\.9 MB/],
    [{ parts: [file('a', { size: 20_000_000 })] }, /^error: .*over 25 MB/],
    [{ parts: [file('virus.EXE')] }, /^warning: Mail services refuse virus\.EXE/],
    [
      { parts: [file('a', { kind: 'image', contentId: 'x' }), file('b', { kind: 'image', contentId: 'X' })] },
      /^error: Two images/,
    ],
    [{ headers: [{ name: 'Subject', value: 'x' }] }, /^warning: The service writes Subject itself/],
    [{ headers: [{ name: 'X y', value: 'x' }] }, /^error: .*isn’t a valid header name/],
    [{ headers: [{ name: 'X-SVC-BULK', value: '1' }] }, /^warning: X-SVC-BULK is a service option/],
    [
      { headers: [{ name: 'X-SVC-TRACKING', value: '{"html":{"open":1,"text":{"click":1}}}' }] },
      /^error: .*text inside html/,
    ],
    [{ meta: [{ name: 'a', type: 'number', value: 'x' }] }, /^error: “x” isn’t a number/],
    [{ options: { ...options, trackOpens: 'on' }, html: '' }, /^warning: Opens are tracked by an image/],
    [
      { options: { ...options, trackTextClicks: 'on' } },
      /^hint: Clicks in the text part are tracked, but there are no links/,
    ],
    [{ options: { ...options, utmSource: 'x' } }, /^warning: The campaign fields have no effect/],
    [{ options: { ...options, template: 'welcome' } }, /^warning: The content of the template welcome replaces/],
    [{ options: { ...options, bulk: 'on' } }, /^warning: A bulk message needs a way to unsubscribe/],
    [{ options: { ...options, oneClick: true } }, /^error: .*needs an https address/],
    [{ options: { ...options, oneClick: true, unsubscribe: 'mailto:a@x.example' } }, /^error: .*not mailto/],
    [{ options: { ...options, unsubscribe: 'http://x.example' } }, /^error: .*must begin with https/],
    [{ options: { ...options, bulk: 'on', unsubscribe: 'https://x.example' } }, /^warning: .*List-Unsubscribe-Post/],
  ])('is told of: %j', (change, expected) => {
    expect(told(change)).toContainEqual(expect.stringMatching(expected))
  })

  test('is told what its account keeps from it', () => {
    const cc = [{ address: 'boss@else.example', name: '' }]
    expect(told({ cc }, { own: { recipientAllowList: ['@x.example'], ccAndBcc: false } })).toEqual([
      expect.stringMatching(/is not allowed to send to boss@else\.example/),
      expect.stringMatching(/This account doesn’t allow cc/),
    ])
  })

  test('needs recipients, and a way to unsubscribe for many of them', () => {
    expect(told({}, { people: { columns: [], rows: [] } })).toEqual([
      'error: The message has no recipients. Add at least one.',
    ])
    const many = { columns: [], rows: Array.from({ length: 100 }, (_, at) => person(`p${at}@x.example`)) }
    expect(told({}, { people: many })).toEqual([expect.stringMatching(/A message to 100 people needs a way/)])
  })
})

describe('Recipients', () => {
  const people: DraftPeople = {
    columns: ['first', 'subject'],
    rows: [
      person('ann@x.example', 'Ann', null),
      person('ann@x.example', null, 'For {{nobody}}'),
      person('bad', '{{first}}', null),
      person('', 'D', 'two\nlines'),
      { ...person('eve@gmial.com', null, null), parts: ['gone'] },
    ],
  }
  const content = { ...good, subject: 'Hi {{First}}', html: '<p>{{city}}</p>' }
  const findings = finished(
    peopleFindings({ content, people, allowed: ['@x.example', 'eve@gmial.com'], near: new NearDomains([]) }, english),
  )
  const find = (id: string) => findings.find((finding) => finding.id === `people-${id}`)

  test.each([
    ['hole First', 4, /^{{First}} has no value for 1 recipient\./],
    ['hole city', 0, /^{{city}} has no value for 5 recipients\./],
    ['hole nobody', 1, /^{{nobody}} has no value for 1 recipient\./],
    ['nested', 2, /contains {{…}}/],
    ['lines subject', 3, /own subject contains a line break .* in row 4\./],
    ['wrong', 2, /is not a valid email address/],
    ['no-address', 3, /There is no address for 1 recipient/],
    ['duplicate', 1, /Another row has the same address/],
    ['not-allowed', 2, /doesn’t allow sending to 1 recipient/],
    ['no-file', 4, /was removed/],
    ['typo gmial.com gmail.com', 4, /Did you mean gmail\.com\?/],
  ])('have the finding %s, which leads to row %i', (id, row, text) => {
    expect(find(id)?.target).toMatchObject({ kind: 'person', row })
    expect(find(id)?.text).toMatch(text)
  })

  test('lead to all their rows, each once', () => {
    expect(find('hole city')?.target).toMatchObject({ rows: [0, 1, 2, 3, 4], column: 'city' })
    // The second recipient’s own subject does not use it.
    expect(find('hole First')?.target).toMatchObject({ rows: [4] })
    expect(find('duplicate')?.target).toMatchObject({ rows: [1] })
    expect(findings.map(({ id }) => id).toSorted()).toEqual([
      'people-duplicate',
      'people-hole First',
      'people-hole city',
      'people-hole nobody',
      'people-lines subject',
      'people-nested',
      'people-no-address',
      'people-no-file',
      'people-not-allowed',
      'people-typo gmial.com gmail.com',
      'people-wrong',
    ])
  })

  test('have findings about the copies of Cc and Bcc recipients', () => {
    const bcc = [{ address: 'audit@x.example', name: '' }]
    const found = (change: Partial<DraftContent>, rows: DraftPeople['rows'] = [person('a@x.example')]) =>
      finished(
        peopleFindings(
          { content: { ...good, ...change }, people: { columns: [], rows }, allowed: [], near: null },
          english,
        ),
      )
        .filter(({ id }) => id.startsWith('copies'))
        .map(({ severity, text }) => `${severity}: ${text}`)
    expect(found({ bcc })).toEqual([])
    expect(found({ bcc, subject: 'For {{name}}' })).toEqual([expect.stringMatching(/^warning: .* see \{\{name\}\}/)])
    const many = Array.from({ length: 501 }, (_, at) => person(`p${at}@x.example`))
    expect(found({ bcc }, many)).toEqual([expect.stringMatching(/^warning: .* 2 copies/)])
    const withFile = [{ ...person('a@x.example'), parts: ['f'] }, person('b@x.example')]
    expect(found({ bcc }, withFile)).toEqual([expect.stringMatching(/^error: .* files of 1 recipient\./)])
    expect(found({}, withFile)).toEqual([])
  })

  test('with copies have their text read once', () => {
    let reads = 0
    const get = () => (reads++, '{{name}}')
    const content = Object.defineProperty({ ...good, bcc: [{ address: 'audit@x.example', name: '' }] }, 'text', { get })
    const people = { columns: [], rows: [person('a@x.example')] }
    const findings = finished(peopleFindings({ content, people, allowed: [], near: null }, english))
    expect([findings.map(({ id }) => id), reads]).toEqual([['people-hole name', 'copies-variables'], 1])
  })

  test('that are right have no findings', () => {
    const right: DraftPeople = {
      columns: ['first', 'subject'],
      rows: [
        { ...person('ann@x.example', 'Ann {{ }} {', 'Hi {{First}}'), parts: ['own'] },
        { ...person('bob@x.example', 'Bob', null), name: 'Bob' },
      ],
    }
    const parts = [file('own', { kind: 'row' })]
    const text = { ...good, subject: 'Hi {{first}}', html: '', text: '{{gone}}', textMode: 'none' as const, parts }
    const found = (message: DraftContent) =>
      finished(
        peopleFindings({ content: message, people: right, allowed: [], near: new NearDomains([]) }, english),
      ).map(({ id }) => id)
    expect(found(text)).toEqual([])
    expect(found({ ...text, textMode: 'written' })).toEqual(['people-hole gone'])
    expect(found({ ...text, parts: [file('own')] })).toEqual(['people-no-file'])
    const lines = { ...right, rows: [{ ...right.rows[1]!, name: 'Bob\nBob' }] }
    expect(
      finished(peopleFindings({ content: text, people: lines, allowed: [], near: null }, english)).map(({ id }) => id),
    ).toEqual(['people-lines-name'])
    const padded = { ...right, rows: [{ ...right.rows[1]!, name: ' Bob' }] }
    expect(
      finished(peopleFindings({ content: text, people: padded, allowed: [], near: null }, english)).map(({ id }) => id),
    ).toEqual(['people-blanks'])
    const unfinished = { ...right, rows: [person('ann@gmial', 'A', 'x {{first}} {{subject}} {{other}}')] }
    expect(
      finished(
        peopleFindings({ content: text, people: unfinished, allowed: [], near: new NearDomains([]) }, english),
      ).map(({ id }) => id),
    ).toContain('people-hole other')
  })

  test('whose message Gmail would cut are counted', () => {
    const long = { columns: ['v'], rows: [person('a@x.example', 'x'), person('b@x.example', '<'.repeat(5000))] }
    const html = `<p>${'é'.repeat(45_000)}{{v}}</p>`
    const [finding] = finished(
      peopleFindings({ content: { ...good, html }, people: long, allowed: [], near: null }, english),
    )
    expect(finding).toMatchObject({ id: 'people-clipped', target: { row: 1 } })
  })
})

test('the size is counted as it is rendered', () => {
  const columns = ['a', 'B']
  const html = '<body>{{A}} {{ b }} {{a}} {{none}} é😀</body>'
  for (const values of [
    ['<x>', 'é'],
    [null, '😀"'],
    ['', null],
  ]) {
    const formula = sizeFormula(html, 'Pre {{a}}')
    const places = formula.uses.map(({ name }) => columns.findIndex((column) => column.toLowerCase() === name))
    const content = { subject: '', preheader: 'Pre {{a}}', html, text: '', textMode: 'none' as const }
    const rendered = renderDraft(content, valuesOf(columns, { values })).html
    expect(renderedSize(formula, values, places)).toBe(new TextEncoder().encode(rendered).length)
    expect(utf8Length(rendered)).toBe(new TextEncoder().encode(rendered).length)
  }
})

describe('The sender', () => {
  const context = {
    senders: [],
    domains: [
      { name: 'shop.example', verified: true },
      { name: 'new.example', verified: false },
    ],
    keys: [{ id: 'k', description: 'Old key', enabled: false }],
    recipientDomains: [],
    problems: [],
  }
  test.each<[Partial<DraftContent>, RegExp[]]>([
    [{}, []],
    [{ from: { address: 'a@mail.shop.example', name: '' } }, []],
    [{ from: { address: 'a@else.example', name: '' } }, [/doesn’t belong to this account/]],
    [{ from: { address: 'a@new.example', name: '' } }, [/new\.example is not verified/]],
    [{ from: { address: 'a@gmail.com', name: '' } }, [/is allowed to send for gmail\.com/]],
    [{ options: { ...options, domain: 'new.example' } }, [/not verified/, /to belong to the same domain/]],
    [{ apiKey: 'k' }, [/Old key is disabled/]],
  ])('%j', (change, expected) => {
    const found = domainFindings({ ...good, ...change }, context).map(({ text }) => text)
    expect(found).toEqual(expected.map((each) => expect.stringMatching(each)))
  })

  test('leads to the page of a domain that is not verified, and to all domains for one that is not there', () => {
    const placesOf = (address: string) =>
      domainFindings({ ...good, from: { address, name: '' } }, context).map(({ severity, target }) => [
        severity,
        target,
      ])
    expect(placesOf('a@mail.new.example')).toEqual([['warning', { kind: 'domain', name: 'new.example' }]])
    expect(placesOf('a@else.example')).toEqual([['warning', { kind: 'domain', name: null }]])
  })

  test('is aligned with the domain that signs, or not', () => {
    expect(isAligned('mail.shop.co.uk', 'shop.co.uk')).toBe(true)
    expect(isAligned('one.co.uk', 'two.co.uk')).toBe(false)
  })
})

test('the worst findings come first', () => {
  const found = messageFindings({
    content: { ...good, preheader: '', textMode: 'none' },
    people: { columns: [], rows: [] },
    account,
  })
  expect(worstFirst(found).map(({ severity }) => severity)).toEqual(['error', 'warning', 'hint'])
})
