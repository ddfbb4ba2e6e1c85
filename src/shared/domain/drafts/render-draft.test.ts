import { describe, expect, test } from 'vitest'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { noValues, personAt, valuesOf } from './person-values.ts'
import { withPreheader } from './preheader.ts'
import { renderDraft, rendering } from './render-draft.ts'

describe('A row of the table of recipients', () => {
  const columns = ['First Name', 'subject', 'meta.order', 'hole']

  test('gives variables, a subject and metadata, and nothing for holes', () => {
    expect(valuesOf(columns, { values: ['Ada', 'For you', '7', null] })).toEqual({
      values: { 'First Name': 'Ada' },
      subject: 'For you',
      meta: { order: '7' },
    })
  })

  test('may be shorter than the columns, or not be there', () => {
    expect(valuesOf(columns, { values: ['Ada'] })).toEqual({
      values: { 'First Name': 'Ada' },
      subject: undefined,
      meta: {},
    })
    expect(personAt({ columns, rows: [] }, 3)).toBe(noValues)
  })
})

describe('A preheader', () => {
  test.each([
    ['<html><BODY bgcolor="#fff"><p>Hi</p>', '<html><BODY bgcolor="#fff">', '<p>Hi</p>'],
    ['<!-- <body> --><body ><p>', '<!-- <body> --><body >', '<p>'],
    ['<p>A fragment</p>', '', '<p>A fragment</p>'],
    ['<head><title>x</title></head><p>', '<head><title>x</title></head>', '<p>'],
  ])('stands at the beginning of the body of %s', (html, before, after) => {
    const written = withPreheader(html, 'A & B')
    expect(written.startsWith(`${before}<div style="display:none`)).toBe(true)
    expect(written.endsWith(`</div>${after}`)).toBe(true)
    expect(written).toContain('>A &amp; B&#847;')
  })

  test('that is blank, or without HTML, changes nothing', () => {
    expect(withPreheader('<p>', ' ')).toBe('<p>')
    expect(withPreheader('', 'Hello')).toBe('')
  })
})

test('a draft is rendered as the service would send it', () => {
  const content = {
    ...emptyContent,
    subject: 'Order {{order}}',
    html: '<p>{{name}} {{unknown}}</p>',
    text: '{{NAME}}',
    textMode: 'written' as const,
  }
  const rendered = renderDraft(content, { values: { name: '<Ada>' }, subject: 'Hello {{name}}', meta: {} })
  expect(rendered).toEqual({
    subject: 'Hello <Ada>',
    preheader: '',
    html: '<p>&lt;Ada&gt; {{unknown}}</p>',
    text: '<Ada>',
    unknown: ['unknown'],
  })
  expect(renderDraft({ ...content, textMode: 'none' }, noValues).text).toBe('')
})

test('a long draft is rendered in pieces, none of which ends inside a placeholder', () => {
  const person = { values: { name: 'Ada' }, subject: undefined, meta: {} }
  for (let shift = 0; shift < 24; shift++) {
    const before = 'x'.repeat(16_384 - shift)
    const content = { ...emptyContent, html: `${before}{{{name}} {{none}} {{NONE}} {{name}}` }
    expect([...rendering(content, person)].length).toBeGreaterThan(1)
    const { html, unknown } = renderDraft(content, person)
    expect(html).toBe(`${before}{Ada {{none}} {{NONE}} Ada`)
    expect(unknown).toEqual(['none'])
  }
})
