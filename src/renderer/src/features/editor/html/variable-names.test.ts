import { expect, test } from 'vitest'
import { variableNames } from './variable-names.ts'

const row = (name: string) => ({ address: 'a@x.example', name, values: [], parts: [] })

test('the variables to insert are the columns, the name where recipients have one, and what is in use', () => {
  expect(variableNames({ columns: ['city', 'subject', 'meta.order'], rows: [row('')] }, ['first'])).toEqual([
    'city',
    'first',
  ])
  expect(variableNames({ columns: ['city'], rows: [row(''), row('Ann')] }, ['first', 'City'])).toEqual([
    'city',
    'name',
    'first',
  ])
})
