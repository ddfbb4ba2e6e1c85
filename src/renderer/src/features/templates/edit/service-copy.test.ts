import { describe, expect, it } from 'vitest'
import type { AppEvent } from '#shared/contract/events.ts'
import type { Template, TemplateVersion } from '#shared/contract/templates.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { EditedDraft } from '../../editor/index.ts'
import { ServiceCopy } from './service-copy.svelte.ts'

const first = '000001-aaaa'
const second = '000002-bbbb'

type Found = Partial<Pick<TemplateVersion, 'id' | 'origin' | 'state' | 'answerLost'>>

async function read(found: Found, base: string | null = first) {
  const version = { id: second, origin: 'read', state: 'saved', answerLost: false, ...found }
  const template = { id: '7', subject: 'On the service' } as Template
  const replies: Record<string, unknown> = {
    'templates.get': { source: 'service', template, version: version.id, problem: '' },
    'templates.history': { versions: [version, { ...version, id: first }], unreadable: 0 },
  }
  const host = {
    invoke: (name: string) => Promise.resolve(replies[name]),
    subscribe: (_listener: (event: AppEvent) => void) => () => undefined,
    onLink: () => () => undefined,
  } as unknown as Host
  const copy = new ServiceCopy(host, { accountId: 'shop', template: { id: '7', base } } as EditedDraft)
  await copy.load()
  return copy.other?.subject ?? null
}

describe('What the service has of a template that is edited', () => {
  it('is another version where somebody else has changed it, or nothing is known of what was edited', async () => {
    expect(await read({})).toBe('On the service')
    expect(await read({}, null)).toBe('On the service')
  })

  it('is no other version where the content is the same', async () => {
    expect(await read({ id: first })).toBeNull()
    expect(await read({ id: '000003-aaaa' })).toBeNull()
  })

  it('is no other version where the user sent it from here, and its answer was lost', async () => {
    expect(await read({ origin: 'update', answerLost: true })).toBeNull()
    expect(await read({ origin: 'update', answerLost: true }, '000003-cccc')).toBe('On the service')
  })

  it('is another version where the user decided on it since: by a roll back, or from another draft', async () => {
    expect(await read({ origin: 'rollBack', answerLost: true })).toBe('On the service')
    expect(await read({ origin: 'update' })).toBe('On the service')
  })
})
