import { expect, test } from 'vitest'
import { missingValues } from './missing-values.ts'

test('recipients lack a variable under one name, however it is spelled', () => {
  const missing = missingValues(['subject'], { subject: ['First'], others: ['first', 'city'] })
  for (const subject of [null, 'Hello', 'Hello {{FIRST}}', 'Of {{city}}']) {
    expect(missing({ values: [subject] }).toSorted()).toEqual(['First', 'city'])
  }
})
