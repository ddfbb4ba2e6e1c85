import { expect, test } from 'vitest'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Host } from '../../lib/host/host.ts'
import { AccountDraft } from './account-draft.svelte.ts'

/** A host that rejects every save and records what it received. */
function refusingHost() {
  const sent: unknown[] = []
  const invoke = (_name: string, input: unknown) => {
    sent.push(input)
    return Promise.reject(new AppError('key-missing', 'There is no key.', { details: { field: 'key' } }))
  }
  const host: Host = {
    invoke: invoke as Host['invoke'],
    first: () => new Promise(() => undefined),
    subscribe: () => () => undefined,
    onClosing: () => undefined,
    upload: () => Promise.resolve([]),
    save: () => Promise.resolve(false),
    onLink: () => () => undefined,
    isOfOtherBuild: () => false,
    reconnect: () => undefined,
  }
  return { host, sent }
}

const account = (change: Partial<Account>): Account => ({
  ...accountDefaults,
  name: 'Shop',
  baseUrl: 'https://api.provider.example/v1',
  user: 'shop',
  id: 'one',
  kind: 'service',
  keyState: 'stored',
  connection: 'unknown',
  connectionProblem: null,
  teamServer: null,
  lastTeamServer: null,
  createdAt: 0,
  ...change,
})
const surroundings = { others: [], hostConfirms: false }

test('a form without a stored key asks for a key and for no confirmation', async () => {
  const { host, sent } = refusingHost()
  const draft = new AccountDraft(host, account({ keyState: 'missing', readOnly: true }), surroundings)
  expect(draft.needsKey).toBe(false)
  draft.profile.readOnly = false
  expect(draft.needsConfirmation).toBe(false)
  expect(draft.needsKey).toBe(true)
  expect(await draft.save()).toBe(false)
  expect(draft.errors).toEqual({ key: 'Enter the key (the SMTP key or an API key).' })
  expect(sent).toEqual([])
})

test('the form of the sandbox asks for no key when its route changes', () => {
  const { host } = refusingHost()
  const draft = new AccountDraft(host, account({ kind: 'sandbox', keyState: 'this-run' }), surroundings)
  draft.profile.proxy = 'direct'
  expect(draft.needsKey).toBe(false)
  draft.profile.baseUrl = 'https://elsewhere.example/v1'
  expect(draft.needsKey).toBe(true)
})

test('a form whose key disappeared asks for the key instead of a confirmation', async () => {
  const { host, sent } = refusingHost()
  const draft = new AccountDraft(host, account({ readOnly: true }), surroundings)
  draft.profile.readOnly = false
  draft.confirmation = 'the-key'
  expect(draft.needsConfirmation).toBe(true)
  expect(await draft.save()).toBe(false)
  expect(sent).toMatchObject([{ confirmation: 'the-key' }])
  expect(draft.errors).toEqual({ key: 'There is no key.' })
  expect(draft.needsConfirmation).toBe(false)
  expect(draft.needsKey).toBe(true)
})
