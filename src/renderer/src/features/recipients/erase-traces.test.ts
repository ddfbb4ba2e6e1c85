import { expect, test } from 'vitest'
import { settingsDefaults } from '#shared/contract/settings.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { viewsNaming, withoutPerson } from './erase-traces.ts'

const viewState = {
  'recentRecipients:a': ['Jane@Example.org', 'other@example.org'],
  'recentSearches:a': ['invoice', 'to:jane@example.org', '"JANE@example.org" state:bounced'],
  'savedViews:a': [
    { name: 'Bounces', text: 'state:bounced', sort: null },
    { name: 'Jane', text: 'to:jane@example.org', sort: null },
  ],
}
const app = { settings: { ...settingsDefaults, viewState } } as unknown as AppState

test('recent recipients and searches no longer name the person, in any capitalisation', () => {
  expect(withoutPerson(app, 'a', 'jane@example.org', { views: false })).toEqual({
    'recentRecipients:a': ['other@example.org'],
    'recentSearches:a': ['invoice'],
  })
})

test('saved views that name the person are removed only if the user chose so', () => {
  expect(viewsNaming(app, 'a', 'jane@example.org').map(({ name }) => name)).toEqual(['Jane'])
  const { 'savedViews:a': kept } = withoutPerson(app, 'a', 'jane@example.org', { views: true })
  expect(kept).toMatchObject([{ name: 'Bounces' }])
})
