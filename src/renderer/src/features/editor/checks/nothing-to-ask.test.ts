import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#shared/contract/drafts.ts'
import { english } from '#shared/domain/base/plural.ts'
import { CheckHost } from '#test/support/page/check-host.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { EditedDraft } from '../document/edited-draft.svelte.ts'
import { DraftChecks } from './draft-checks.svelte.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function open(change: Partial<Draft>) {
  const core = new CheckHost()
  const draft = new EditedDraft(new DraftHost() as unknown as Host, { ...draftOf({ subject: 'Order' }), ...change })
  const app = {
    host: core,
    accounts: [],
    settings: { viewState: {} },
    formats: english,
    change: vi.fn<AppState['change']>(),
  }
  const checks = new DraftChecks(app as unknown as AppState, draft)
  checks.later()
  return { core, draft, checks }
}

test('of a template the archive is asked nothing, and the checks do not say that it will be', async () => {
  const template = { id: 'order', base: null, name: 'Order', description: '', source: 'service' as const }
  const { core, checks } = open({ template })
  expect(checks.isAsking).toBe(false)
  checks.hours = 48
  expect(checks.isAsking).toBe(false)
  await vi.advanceTimersByTimeAsync(2500)
  expect([checks.isAsking, core.asked]).toEqual([false, []])
  checks.stop()
})

test('the archive will be asked about a message once somebody gets it', async () => {
  const { core, draft, checks } = open({})
  expect(checks.isAsking).toBe(false)
  draft.change({ bcc: [{ address: 'boss@x.example', name: '' }] })
  checks.later()
  expect(checks.isAsking).toBe(true)
  await vi.advanceTimersByTimeAsync(2500)
  expect(core.asked).toMatchObject([{ addresses: ['boss@x.example'] }])
  draft.change({ bcc: [] })
  checks.later()
  expect(checks.isAsking).toBe(false)
  checks.stop()
})
