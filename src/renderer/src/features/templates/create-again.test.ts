import { expect, it } from 'vitest'
import type { Template, TemplateContent } from '#shared/contract/templates.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { undoRemoval } from './create-again.ts'

const content = (subject: string): TemplateContent => ({
  description: 'Order',
  from: { address: 'shop@example.org', name: '' },
  subject,
  html: '',
  text: '',
})
const shown: Template = {
  id: 't1',
  name: 'order',
  ...content('Shown'),
  createdAt: null,
  updatedAt: null,
  variables: [],
}

async function created(versions: readonly object[]): Promise<unknown> {
  let input: unknown
  const invoke = (name: string, given: { version?: string }) => {
    if (name === 'templates.history') return Promise.resolve({ versions })
    if (name === 'templates.version') return Promise.resolve(content(`Version ${given.version}`))
    input = given
    return Promise.resolve({ id: 't2', name: 'order', version: null })
  }
  const app = { host: { invoke }, toasts: { ok: () => undefined } } as unknown as AppState
  await undoRemoval(app, 'shop', shown)
  return input
}

it('the undo of a removal creates what the service had last, not what was on screen', async () => {
  const refused = { id: '4', state: 'refused', isCurrent: false }
  const unknown = { id: '3', state: 'unknown', isCurrent: false }
  const current = { id: '2', state: 'saved', isCurrent: true }
  expect(await created([refused, unknown, current])).toMatchObject({ subject: 'Version 2' })
  expect(await created([refused, unknown])).toMatchObject({ subject: 'Version 3' })
  expect(await created([])).toMatchObject({ subject: 'Shown' })
})
