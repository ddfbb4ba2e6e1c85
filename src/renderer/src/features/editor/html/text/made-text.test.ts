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

test('a failure is a sentence, and the text stays', async () => {
  const { draft } = open('<p>One</p>')
  draft.change({ text: 'Before' })
  const made = new MadeText(draft, () => Promise.reject(new Error('broken')))
  draft.change({ html: '<p>Two</p>' })
  await made.settle()
  expect(made.problem).toContain('Write it by hand')
  expect(draft.content.text).toBe('Before')
})
