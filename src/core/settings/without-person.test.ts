import { expect, test } from 'vitest'
import { settingsDefaults } from '#shared/contract/settings.ts'
import { withoutAccount, withoutPerson } from './without-person.ts'

const jane = { name: 'Jane', text: 'to:jane@example.org', sort: null }
const bounces = { name: 'Bounces', text: 'state:bounced', sort: null }
const settings = {
  ...settingsDefaults,
  lastView: '#/recipients/jane%40example.org',
  viewState: {
    'recentRecipients:a': ['Jane@Example.org', 'other@example.org', 'mary-jane@example.org'],
    'recentSearches:a': ['invoice', '"JANE@example.org" state:bounced'],
    'savedViews:a': [bounces, jane],
    'templates.testTo:a': 'jane@example.org',
    'place:a': '#/messages?q=to%3Ajane%40example.org',
    'recentSearches:b': ['jane@example.org'],
    composeTab: 'files',
    sandboxRequestFilter: 'Jane@example.org',
  },
}
const person = { accountId: 'a', email: 'Jane@example.org', keepsViews: false }

test('nothing that views remember of the account names the person any more', () => {
  expect(withoutPerson(settings, person)).toEqual({
    ...settings,
    lastView: '',
    viewState: {
      'recentRecipients:a': ['other@example.org', 'mary-jane@example.org'],
      'recentSearches:a': ['invoice'],
      'savedViews:a': [bounces],
      'recentSearches:b': ['jane@example.org'],
      composeTab: 'files',
    },
  })
})

test('an address is found as any part of a link writes it', () => {
  const email = "o'hara (zoë)@example.org"
  const query = new URLSearchParams({ q: email }).toString()
  const found = { ...settings, lastView: `#/messages?${query}` }
  expect(withoutPerson(found, { ...person, email }).lastView).toBe('')
})

test('saved views stay where the user wants to keep them', () => {
  const { viewState } = withoutPerson(settings, { ...person, keepsViews: true })
  expect(viewState['savedViews:a']).toEqual([bounces, jane])
})

test('nothing is remembered of an account that is gone', () => {
  const { viewState } = withoutAccount(settings, 'a')
  expect(viewState).toEqual({
    'recentSearches:b': ['jane@example.org'],
    composeTab: 'files',
    sandboxRequestFilter: 'Jane@example.org',
  })
})
