import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { json, startPair } from '#test/support/api-client.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hashOfNothing = hashOf('')

test.each([
  [
    { kind: 'template', id: '1', description: 'd', subject: '', htmlHash: hashOfNothing, textHash: '' },
    { id: 1, description: 'd', textContent: 'other' },
    'not-found',
  ],
  [
    { kind: 'template', id: '1', description: 'd', subject: '', htmlHash: hashOfNothing, textHash: hashOf('other') },
    { id: 1, description: 'd', textContent: 'other' },
    'happened',
  ],
  [
    {
      kind: 'template',
      id: '1',
      description: 'd',
      from: 'a@x.org',
      subject: '',
      htmlHash: hashOfNothing,
      textHash: hashOfNothing,
    },
    { id: 1, description: 'd', from: { address: 'b@x.org' } },
    'not-found',
  ],
  [{ kind: 'template-removal', id: '1', description: 'd' }, [{ id: 1 }], 'not-found'],
  [{ kind: 'template-removal', id: '1', description: 'd' }, { templates: [] }, 'happened'],
  [{ kind: 'template-removal', id: '1', description: 'd' }, { templates: [{}] }, 'cannot-tell'],
  [{ kind: 'template-test', description: 'd', email: 'a@x.org' }, {}, 'cannot-tell'],
] as const)('%j with %j at the service is %s', async (check, answer, outcome) => {
  const { client } = await startPair((_seen, response) => json(response, answer))
  expect(await client.checkOutcome(check)).toMatchObject({ outcome, text: expect.stringMatching(/\.$/) as string })
})
