import { expect, test } from 'vitest'
import type { Host } from '../../../../lib/host/host.ts'
import { EditedDraft } from '../../document/edited-draft.svelte.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import { textOfHtml } from './text-of-html.ts'
import { MadeText } from './made-text.svelte.ts'

function open(html: string) {
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({ html }))
  const made = new MadeText(draft, (text) => Promise.resolve(textOfHtml(text)))
  return { draft, made }
}

test('the text is made from the HTML and follows it', async () => {
  const { draft, made } = open('<h1>Hi {{name}}</h1><p>See <a href="https://a.example/x">our shop</a>.</p>')
  await made.settle()
  expect(draft.content.text).toBe('Hi {{name}}\n\nSee our shop [https://a.example/x].')
  draft.change({ html: '<p>Bye</p>' })
  await made.settle()
  expect(draft.content.text).toBe('Bye')
})

test('a text written by hand is kept, until it is made from the HTML again', async () => {
  const { draft, made } = open('<p>From HTML</p>')
  made.write('By hand')
  draft.change({ html: '<p>Other</p>' })
  await made.settle()
  expect(draft.content).toMatchObject({ text: 'By hand', textMode: 'written' })
  await made.makeAgain()
  expect(draft.content).toMatchObject({ text: 'Other', textMode: 'made' })
})

test('of an empty message, no text is made', async () => {
  const { draft } = open('')
  const made = new MadeText(draft, () => Promise.reject(new Error('asked')))
  await made.settle()
  expect(made.problem).toBeNull()
})

test('HTML that changes while its text is made is made again', async () => {
  const { draft } = open('<p>One</p>')
  let calls = 0
  const made = new MadeText(draft, (html) => {
    if (++calls === 1) draft.change({ html: '<p>Two</p>' })
    return Promise.resolve(textOfHtml(html))
  })
  await made.settle()
  expect(draft.content.text).toBe('Two')
})

/** A text part whose generation fails while the HTML contains “broken”. */
function openFailing(html: string) {
  const { draft } = open(html)
  draft.change({ text: 'Before' })
  const make = (from: string) =>
    from.includes('broken') ? Promise.reject(new Error('broken')) : Promise.resolve(textOfHtml(from))
  return { draft, made: new MadeText(draft, make) }
}

test('a failure is a sentence, and the text of an earlier HTML is not sent', async () => {
  const { draft, made } = openFailing('<p>Before</p>')
  draft.change({ html: '<p>broken</p>' })
  await made.settle()
  expect(made.problem).toContain('Write it by hand')
  expect(draft.content).toMatchObject({ text: '', textMode: 'made' })
  draft.change({ html: '<p>Before</p>' })
  await made.settle()
  expect(made.problem).toBeNull()
  expect(draft.content.text).toBe('Before')
})

test('a text written by hand stays if another one cannot be made', async () => {
  const { draft, made } = openFailing('<p>broken</p>')
  made.write('By hand')
  await made.makeAgain()
  expect(made.problem).toContain('Write it by hand')
  expect(draft.content).toMatchObject({ text: 'By hand', textMode: 'written' })
  made.write('By hand, again')
  expect(made.problem).toBeNull()
})
