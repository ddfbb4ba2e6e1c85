import { expect, test } from 'vitest'
import { settingsDefaults } from '#shared/contract/settings.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { viewsNaming } from './views-naming.ts'

test('saved views that name the person are asked about, in any capitalisation', () => {
  const viewState = {
    'savedViews:a': [
      { name: 'Bounces', text: 'state:bounced', sort: null },
      { name: 'Jane', text: 'to:JANE@example.org', sort: null },
    ],
  }
  const app = { settings: { ...settingsDefaults, viewState } } as unknown as AppState
  expect(viewsNaming(app, 'a', 'jane@example.org').map(({ name }) => name)).toEqual(['Jane'])
})
