import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { json, startPair } from '#test/support/api-client.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hashOfNothing = hashOf('')

const update = { kind: 'template', id: '1', description: 'd', subject: '', htmlHash: hashOfNothing } as const
const withSender = { ...update, from: 'a@x.org', textHash: hashOfNothing } as const

test.each([
  [{ ...update, textHash: '' }, { id: 1, description: 'd', textContent: 'other' }, 'not-found'],
  [{ ...update, textHash: hashOf('other') }, { id: 1, description: 'd', textContent: 'other' }, 'happened'],
  [withSender, { id: 1, description: 'd', from: { address: 'b@x.org' } }, 'not-found'],
  [withSender, { id: 1, description: 'd', from: { address: 'a@x.org' } }, 'happened'],
  // Not every service returns the sender.
  [withSender, { id: 1, description: 'd' }, 'happened'],
  [{ kind: 'template-removal', id: '1', description: 'd' }, [{ id: 1 }], 'not-found'],
  [{ kind: 'template-removal', id: '1', description: 'd' }, { templates: [] }, 'happened'],
  [{ kind: 'template-removal', id: '1', description: 'd' }, { templates: [{}] }, 'cannot-tell'],
  [{ kind: 'template-test', description: 'd', email: 'a@x.org' }, {}, 'cannot-tell'],
] as const)('%j with %j at the service is %s', async (check, answer, outcome) => {
  const { client } = await startPair((_seen, response) => json(response, answer))
  expect(await client.checkOutcome(check)).toMatchObject({ outcome, text: expect.stringMatching(/\.$/) as string })
})
