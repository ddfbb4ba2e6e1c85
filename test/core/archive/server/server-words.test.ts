import fc from 'fast-check'
import { expect } from 'vitest'
import type { NearestRequest } from '#shared/domain/messages/search.ts'
import { message } from '../support/arbitrary.ts'
import { generateMessages } from '../support/generate.ts'
import { openBoth, samplesOf, withOwnIds } from '../support/both-archives.ts'
import { onServer } from '../support/open-server.ts'

const misspelled = [
  'invoyce',
  'ordr',
  'odrer',
  'welcme',
  'muler',
  'exmple',
  'Jnae',
  '发漂',
  'dew',
  'inv',
  '4712',
  '🎈',
  'lnog',
  '',
  '\0',
  '\ud800',
]
const fields: readonly NearestRequest['field'][] = [null, 'to', 'from', 'subject', 'tag', 'reason']

onServer('suggests the same words as the file', { timeout: 300_000 }, async () => {
  for (const records of samplesOf(fc.array(message, { minLength: 1, maxLength: 60 }), 5)) {
    const { file, server } = await openBoth(withOwnIds(records))
    for (const word of misspelled) {
      for (const field of fields) {
        const [found, expected] = [await server.nearestWords({ word, field }), file.nearestWords({ word, field })]
        expect(found, `${field} ${word}`).toEqual(expected)
      }
    }
  }
})

onServer('suggests the more frequent of two words first', async () => {
  const records = [...generateMessages({ count: 30 })].map((record, index) => ({
    ...record,
    subject: index < 10 ? 'garten' : index < 25 ? 'garden' : 'gardenia',
  }))
  const { server } = await openBoth(records)
  expect(await server.nearestWords({ word: 'gargen', field: 'subject' })).toEqual(['garden', 'garten'])
  expect(await server.nearestWords({ word: 'gard', field: 'subject' })).toEqual([])
})
