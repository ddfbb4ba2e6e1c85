import { describe, expect, it } from 'vitest'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { accountBadges } from './account-badges.ts'

const account: Account = {
  ...accountDefaults,
  id: 'a',
  name: 'Shop',
  baseUrl: 'https://api.example/v1',
  user: 'u',
  kind: 'service',
  createdAt: 0,
  keyState: 'stored',
  connection: 'online',
  connectionProblem: null,
  teamServer: null,
  lastTeamServer: null,
}
const texts = (change: Partial<Account>) => accountBadges({ ...account, ...change }).map((badge) => badge.text)

describe('the badges of an account', () => {
  it('are absent for an account that works normally', () => {
    expect(texts({})).toEqual([])
  })

  it('show problems before settings', () => {
    expect(texts({ keyState: 'locked', connection: 'offline', readOnly: true })).toEqual([
      'Keychain locked',
      'Offline',
      'Read-only',
    ])
    expect(texts({ connection: 'refused', kind: 'sandbox' })).toEqual(['Key refused', 'Sandbox'])
    expect(texts({ storeHistory: false, readOnly: true })).toEqual(['Read-only', 'History off'])
  })
})
