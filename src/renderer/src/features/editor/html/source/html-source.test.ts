import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EditedDraft } from '../../document/edited-draft.svelte.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import type { Host } from '../../../../lib/host/host.ts'
import { applyEdits } from '../../../markup/index.ts'
import { HtmlSource, type Origin } from './html-source.svelte.ts'

const host: Host = {
  invoke: () => new Promise(() => undefined),
  first: () => new Promise(() => undefined),
  subscribe: () => () => undefined,
  onClosing: () => undefined,
  upload: () => Promise.resolve([]),
  save: () => Promise.resolve(false),
  onLink: () => () => undefined,
  isOfOtherBuild: () => false,
  reconnect: () => undefined,
}

function openSource(html: string) {
  const clock = { now: 0 }
  const draft = new EditedDraft(host, {
    id: '00000000-0000-4000-8000-000000000000',
    accountId: 'a',
    content: { ...emptyContent, html },
    people: { columns: [], rows: [] },
    recipients: 0,
    revision: 0,
    peopleRevision: 0,
    savedAt: 0,
    template: null,
    problems: [],
  })
  return { clock, draft, source: new HtmlSource(draft, { now: () => clock.now }) }
}

test('every edit is in the draft at once', () => {
  const { draft, source } = openSource('<p>a</p>')
  source.edit([{ from: 4, to: 4, insert: 'b' }], 'code')
  expect(draft.content.html).toBe('<p>ab</p>')
})

test('one history holds the edits of every editor, and typing without a pause is one step', () => {
  const { clock, source } = openSource('')
  const type = (insert: string, origin: Origin) => {
    clock.now += 100
    source.edit([{ from: source.text.length, to: source.text.length, insert }], origin, { isTyping: true })
  }
  for (const letter of 'one') type(letter, 'code')
  for (const letter of 'two') type(letter, 'in-place')
  clock.now += 2000
  for (const letter of '!?') type(letter, 'in-place')
  const seen: string[] = []
  while (source.canUndo) {
    source.undo()
    seen.push(source.text)
  }
  expect(seen).toEqual(['onetwo', 'one', ''])
  while (source.canRedo) source.redo()
  expect(source.text).toBe('onetwo!?')
})

test('a paste or a command is a step of its own, however fast it follows', () => {
  const { source } = openSource('')
  const add = (insert: string, isTyping: boolean) =>
    source.edit([{ from: source.text.length, to: source.text.length, insert }], 'code', { isTyping })
  add('a', true)
  add('b', true)
  add('[pasted]', false)
  add('c', true)
  const seen: string[] = []
  while (source.canUndo) {
    source.undo()
    seen.push(source.text)
  }
  expect(seen).toEqual(['ab[pasted]', 'ab', ''])
})

test('undo includes what the open editor still holds back', () => {
  const { source } = openSource('a')
  const release = source.holdWith({ settle: () => source.replace('ab', 'ordinary') })
  source.undo()
  expect(source.text).toBe('a')
  release()
  source.redo()
  expect(source.text).toBe('ab')
})

test('an undo waits for the edits that the open editor makes later, unless it is meant for an earlier step', () => {
  const { source } = openSource('a')
  source.replace('ab', 'action')
  const steps: (() => void)[] = []
  const release = source.holdWith({ postpone: (step) => steps.push(step) > 0 })
  source.undo()
  expect(source.text).toBe('ab')
  source.replace('abc', 'ordinary')
  for (const step of steps) step()
  expect(source.text).toBe('ab')
  source.undoNow()
  expect(source.text).toBe('a')
  release()
  source.redo()
  expect(source.text).toBe('ab')
})

test('what something else puts into the draft can be undone', () => {
  const { source } = openSource('<p>mine</p>')
  source.follow('<p>the template</p>')
  source.undo()
  expect(source.text).toBe('<p>mine</p>')
})

test('listeners that apply the edits have the same text, whatever is typed, undone and redone', () => {
  const step = fc.oneof(
    fc.record({ from: fc.nat(50), length: fc.nat(5), insert: fc.string({ maxLength: 4 }), wait: fc.nat(1000) }),
    fc.constantFrom('undo' as const, 'redo' as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, source } = openSource('<p>Some text</p>')
      let copy = source.text
      source.subscribe(({ edits }) => (copy = applyEdits(copy, edits)))
      for (const one of steps) {
        if (one === 'undo') source.undo()
        else if (one === 'redo') source.redo()
        else {
          clock.now += one.wait
          const from = Math.min(one.from, source.text.length)
          const to = Math.min(from + one.length, source.text.length)
          source.edit([{ from, to, insert: one.insert }], 'code', { isTyping: true })
        }
        expect(copy).toBe(source.text)
      }
      while (source.canUndo) source.undo()
      expect(source.text).toBe('<p>Some text</p>')
    }),
  )
})
