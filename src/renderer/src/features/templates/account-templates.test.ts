import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { TemplateSummary } from '#shared/contract/templates.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { AccountTemplates, OneTemplate } from './account-templates.svelte.ts'
import { mostVariables, variablePlaces } from './template-words.ts'

function summary(id: string, change: Partial<TemplateSummary> = {}): TemplateSummary {
  const from = { address: 'shop@example.org', name: 'The Shop' }
  const dates = { createdAt: null, updatedAt: null }
  const sizes = { htmlBytes: 0, textBytes: 0, versions: 1 }
  return { id, name: id, description: id, from, subject: '', ...sizes, ...dates, variables: [], ...change }
}

function openTemplates(templates: TemplateSummary[] | null, known: TemplateSummary[] = []) {
  let asked = 0
  const listeners: ((event: AppEvent) => void)[] = []
  const host = {
    invoke: () => {
      asked++
      return Promise.resolve({ templates, known })
    },
    subscribe: (listener: (event: AppEvent) => void) => {
      listeners.push(listener)
      return () => listeners.splice(0)
    },
    onLink: () => () => undefined,
  }
  const account = new AccountTemplates({ host } as unknown as AppState, 'shop')
  return { account, listeners, asked: () => asked }
}

const ids = ({ rows }: AccountTemplates) => rows.map(({ template }) => template.id)

describe('The templates of an account', () => {
  it('are found by words of any field, whatever their case and accents', async () => {
    const { account } = openTemplates([
      summary('a', { description: 'Expédié', subject: 'On its way' }),
      summary('b', { variables: ['order number'] }),
    ])
    await account.loader.load()
    account.search = 'EXPEDIE way'
    expect(ids(account)).toEqual(['a'])
    account.search = 'number'
    expect(ids(account)).toEqual(['b'])
    account.search = 'expedie number'
    expect(ids(account)).toEqual([])
  })

  it('hold those that were removed, which are not known to be where there is no list', async () => {
    const listed = openTemplates([summary('a')], [summary('b')]).account
    await listed.loader.load()
    expect(listed.rows.map(({ isListed }) => isListed)).toEqual([true, false])
    const unlisted = openTemplates(null, [summary('b')]).account
    await unlisted.loader.load()
    expect(unlisted.rows.map(({ isListed }) => isListed)).toEqual([true])
  })

  it('are read again when they change, and not when those of another account do', async () => {
    const { account, listeners, asked } = openTemplates([])
    const stop = account.follow()
    for (const accountId of ['market', 'shop']) listeners[0]!({ name: 'templates.changed', payload: { accountId } })
    expect(asked()).toBe(2)
    stop()
    expect(listeners).toEqual([])
  })
})

it('The variables of a template have the parts in which they stand', () => {
  const content = { subject: '{{Name}}, hello', html: '<p>{{name}} {{ order }}</p>', text: '{{order}}' }
  expect(variablePlaces(content)).toEqual([
    { name: 'Name', places: ['Subject', 'HTML'] },
    { name: 'order', places: ['HTML', 'Text part'] },
  ])
})

it('Of the variables of a template, the first ones are found, however many it has', () => {
  const html = Array.from({ length: 50_000 }, (_none, at) => `{{v${at}}}`).join('')
  expect(variablePlaces({ subject: '', html, text: '' })).toHaveLength(mostVariables)
})

it('A template that the service no longer has is shown as the newest version that it did not refuse', async () => {
  const content = { description: 'Order', from: { address: '', name: '' }, subject: '', html: '', text: '' }
  const replies: Readonly<Record<string, (input: { version: string }) => unknown>> = {
    'templates.get': () => {
      throw new AppError('not-found', 'Gone.')
    },
    'templates.history': () => ({
      versions: [
        { id: '3', state: 'refused' },
        { id: '2', state: 'saved' },
        { id: '1', state: 'saved' },
      ],
    }),
    'templates.version': ({ version }) => ({ ...content, subject: `Version ${version}` }),
  }
  const invoke = async (name: string, input: { version: string }) => Promise.resolve(replies[name]!(input))
  const one = new OneTemplate({ host: { invoke } } as unknown as AppState, { accountId: 'shop', id: 't1' })
  await one.read.load()
  expect(one.read.value).toMatchObject({ isGone: true, version: '2', template: { subject: 'Version 2' } })
})
