import { expect, test } from 'vitest'
import type { Horizon } from '#shared/contract/archive.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { SyncStatus } from '#shared/contract/sync.ts'
import { Formats } from '#shared/domain/settings/formats.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { SyncState } from './sync-state.svelte.ts'

const formats = new Formats(
  { timeZone: 'UTC', dateFormat: 'locale', language: 'en-GB' },
  { systemTimeZone: 'UTC', systemLanguage: 'en-GB' },
)
const now = Date.UTC(2026, 10, 22, 10, 6)
const lastSync = Date.UTC(2026, 10, 22, 10, 5) / 1000
const horizon: Horizon = {
  completeFrom: lastSync - 90 * 86_400,
  completeUntil: lastSync,
  gaps: [],
  detailGaps: [],
  opensRefreshedUntil: lastSync,
  lastSync,
}
const status = { options: { paused: false, interval: 300_000 }, lastError: null } as unknown as SyncStatus

function openSync(keyState: Account['keyState']): SyncState {
  const host = { invoke: () => Promise.resolve(status) }
  const accounts = [{ id: 'shop', keyState }]
  return new SyncState({ host, accounts, jobs: [], formats } as unknown as AppState, 'shop')
}

test('an archive is up to date while its syncs can go on, and not before that is known', async () => {
  const sync = openSync('stored')
  expect(sync.freshness(horizon, now)).toEqual({ text: 'Last synced 10:05', tone: 'quiet' })
  await sync.read()
  expect(sync.freshness(horizon, now)).toEqual({ text: 'Up to date · 10:05', tone: 'ok' })
})

test('it is not up to date without a key, whose lack no sync has met yet', async () => {
  const sync = openSync('missing')
  await sync.read()
  expect(sync.freshness(horizon, now)).toEqual({ text: 'Last synced 10:05', tone: 'warn' })
})
