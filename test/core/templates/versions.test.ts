import { describe, expect, test } from 'vitest'
import { openAccount } from '#test/support/open-app.ts'
import { content, create, history, short, update } from './support.ts'

describe('The versions of a template', () => {
  test('are what was created, what was sent, and what was found at the service', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    const id = await create(mailroom)
    const { version: base } = await ask('templates.get', { accountId, id })
    const sent = await update(mailroom, id, { subject: 'Second', base })
    expect(sent).toMatchObject({ name: 'order-sent' })
    expect(short(await history(mailroom, id))).toEqual(['update saved: Second', `create saved: ${content.subject}`])
    expect(await ask('templates.version', { accountId, id, version: base! })).toEqual(content)
    expect(await ask('templates.get', { accountId, id })).toMatchObject({
      source: 'service',
      version: sent.version,
      template: { ...content, subject: 'Second', name: 'order-sent', variables: ['name'] },
    })
  })
})
