import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { english } from '#shared/domain/base/plural.ts'
import { CheckHost } from '#test/support/page/check-host.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { Toasts } from '../../../lib/ui/toasts/toasts.svelte.ts'
import { DraftChecks, EditedDraft, historyOf } from '../../editor/index.ts'
import { mendPeople } from './mend-people.ts'
import { RepeatCheck } from './repeat-check.svelte.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const row = (first: string) => ({ address: `${first[0]}@x.example`, name: '', values: [first], parts: [] })

/** A message without HTML, whose checks need no worker. */
function open(firsts: readonly string[]) {
  const core = new CheckHost()
  const content = {
    from: { address: 'shop@shop.example', name: '' },
    subject: 'For {{first}}',
    preheader: 'On its way',
    text: 'Hi',
  }
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf(content))
  draft.changePeople({ columns: ['first'], rows: firsts.map(row) })
  const toasts = { ok: vi.fn<Toasts['ok']>(), warn: vi.fn<Toasts['warn']>() }
  const account = { id: 'shop', readOnly: false, recipientAllowList: [], ccAndBcc: true, keyPrefix: 'X-' }
  const formats = { ...english, dateMinute: String }
  const app = {
    host: core,
    accounts: [{ ...account, storeHistory: true }],
    settings: { viewState: {} },
    formats,
    toasts,
  } as unknown as AppState
  const checks = new DraftChecks(app, draft, new RepeatCheck(app, draft))
  // Stands in for the effect that calls it: effects run in browsers only.
  checks.later()
  return { core, draft, app, toasts, checks }
}

test('a send waits for the answer whether it is the same one again', async () => {
  const { core, checks } = open(['Ann'])
  const repeat = { kind: 'message', state: 'open', sendId: null, at: 1, addresses: ['a@x.example'] }
  core.repeats = () => Promise.resolve([repeat])
  await checks.catchUp()
  expect(checks.counts.errors).toBe(1)
  checks.stop()
})

test('line breaks of a column are replaced in all rows at once, as one step that can be undone', async () => {
  const { app, draft, toasts, checks } = open(['Ann\nLee', 'Bob', 'Cy\r\nLee'])
  const broken = draft.people
  await checks.catchUp()
  expect(checks.counts.errors).toBe(1)
  await mendPeople(app, draft, checks.findings[0]!.mend!)
  expect(draft.people.rows.map(({ values }) => values[0])).toEqual(['Ann Lee', 'Bob', 'Cy Lee'])
  checks.later()
  await checks.catchUp()
  expect(checks.findings).toEqual([])
  const [[said, { action } = {}] = []] = toasts.ok.mock.calls
  expect(said).toBe('Line breaks replaced in 2 rows.')
  action?.run()
  expect(draft.people).toBe(broken)
  expect(historyOf(draft).redo(broken)?.rows[0]?.values).toEqual(['Ann Lee'])
  checks.stop()
})
