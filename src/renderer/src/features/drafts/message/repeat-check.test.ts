import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { english } from '#shared/domain/base/plural.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { EditedDraft } from '../../editor/index.ts'
import { RepeatCheck } from './repeat-check.svelte.ts'

const group = { kind: 'message', state: 'sent', sendId: null, at: 1, addresses: ['ann@x.example'] }

function open() {
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({ subject: 'Order' }))
  draft.changePeople({ columns: [], rows: [{ address: 'Ann@x.example', name: '', values: [], parts: [] }] })
  const core = {
    asked: [] as unknown[],
    isSaved: [] as boolean[],
    answer: (): Promise<unknown> => Promise.resolve([group]),
    invoke: (_name: string, input: unknown): Promise<unknown> => {
      core.asked.push(input)
      core.isSaved.push(!draft.isDirty)
      return core.answer()
    },
  }
  const app = { host: core, formats: { ...english, dateMinute: () => '24 Nov 2026, 10:20' } }
  return { draft, core, check: new RepeatCheck(app as unknown as AppState, draft) }
}

const nextTurn = () => new Promise((resume) => setImmediate(resume))

test('what was saved is asked about, and again when the message, its recipients or the hours have changed', async () => {
  const { draft, core, check } = open()
  await check.ask(24)
  expect(core.asked).toEqual([{ draftId: draft.id, hours: 24 }])
  expect(check.findings).toMatchObject([{ severity: 'error', target: { kind: 'person', rows: [0] } }])
  draft.change({ tags: ['news'] })
  await check.ask(24)
  expect(core.asked).toHaveLength(1)
  draft.change({ html: '<p>Hello</p>' })
  await check.ask(24)
  expect(core.asked).toHaveLength(2)
  await check.ask(72)
  expect(core.asked[2]).toMatchObject({ hours: 72 })
  expect(core.isSaved).toEqual([true, true, true])
  draft.changePeople({ columns: [], rows: [] })
  await check.ask(72)
  expect(core.asked).toHaveLength(3)
  expect(check.findings).toEqual([])
})

test('whoever waits for the answer gets the one about the message as it is then', async () => {
  const { draft, core, check } = open()
  const answers: ((groups: unknown) => void)[] = []
  core.answer = () => new Promise((resolve) => answers.push(resolve))
  const first = check.ask(24)
  while (answers.length < 1) await nextTurn()
  let isDone = false
  const both = Promise.all([check.ask(24), check.ask(24)]).then(() => (isDone = true))
  draft.change({ subject: 'Another order' })
  answers[0]!([])
  await first
  while (answers.length < 2) await nextTurn()
  expect(isDone).toBe(false)
  answers[1]!([group])
  await both
  expect(core.asked).toHaveLength(2)
  expect(check.findings).toHaveLength(1)
})

test('a failure is a sentence until the next answer', async () => {
  const { draft, core, check } = open()
  core.answer = () => Promise.reject(new AppError('archive-busy', 'The archive is busy.'))
  await check.ask(24)
  expect(check.problem).toBe('The archive is busy.')
  core.answer = () => Promise.resolve([])
  await check.ask(24)
  expect(check.problem).toBe('')
  expect(draft.isDirty).toBe(false)
})
