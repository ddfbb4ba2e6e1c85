import { expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { TemplateContent } from '#shared/contract/templates.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { EditedDraft } from '../../editor/index.ts'
import { TemplateUpdate } from './template-update.svelte.ts'

type Asked = { readonly name: string; readonly input: Record<string, unknown> }

const content = (subject: string): TemplateContent => ({
  description: 'Order',
  from: { address: 'shop@example.org', name: '' },
  subject,
  html: '<p>Hello</p>',
  text: '',
})

function openUpdate(replies: Readonly<Record<string, (() => Promise<unknown>)[]>>) {
  const asked: Asked[] = []
  const invoke = (name: string, input: Record<string, unknown>) => {
    asked.push({ name, input })
    return replies[name]?.shift()?.() ?? Promise.resolve()
  }
  const draft = {
    id: 'draft',
    accountId: 'shop',
    template: { id: 't1', base: 'edited', name: 'order' },
    content: { ...content('Mine'), textMode: 'none' },
    flush: () => Promise.resolve(),
  } as unknown as EditedDraft
  const update = new TemplateUpdate({ invoke } as unknown as Host, draft)
  const sent = () => asked.filter(({ name }) => name === 'templates.update').map(({ input }) => input)
  return { update, sent }
}

const reply = (value: unknown) => () => Promise.resolve(value)
const changed = (version: string) => () =>
  Promise.reject(new AppError('template-changed', 'Changed.', { details: { version } }))
const saved = reply({ name: 'order', version: 'sent' })

it('an update that is refused shows what is in its way, and overwrites only that', async () => {
  const { update, sent } = openUpdate({
    'templates.update': [changed('theirs'), changed('newer'), saved],
    'templates.version': [reply(content('Theirs')), reply(content('Newer'))],
  })
  expect(await update.save(null)).toBeNull()
  expect(update.theirs).toMatchObject({ subject: 'Theirs' })
  expect(await update.save(update.theirs)).toBeNull()
  expect(update.theirs).toMatchObject({ subject: 'Newer' })
  expect(await update.save(update.theirs)).toEqual({ id: 't1', name: 'order' })
  expect(sent().map(({ base }) => base)).toEqual(['edited', 'theirs', 'newer'])
})

it('a change that was shown in the editor is overwritten, and not one that came after it', async () => {
  const { update, sent } = openUpdate({
    'templates.get': [
      reply({ template: content('Newer'), version: 'newer' }),
      reply({ template: content('Theirs'), version: 'theirs' }),
    ],
    'templates.version': [reply(content('Newer'))],
    'templates.update': [saved],
  })
  expect(await update.save(content('Theirs'))).toBeNull()
  expect(sent()).toEqual([])
  expect(update.isOvertaken).toBe(true)
  expect(update.theirs).toMatchObject({ subject: 'Newer' })
  expect(await update.save(content('Theirs'))).toEqual({ id: 't1', name: 'order' })
  expect(sent()[0]).toMatchObject({ base: 'theirs' })
})
