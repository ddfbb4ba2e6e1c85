import { expect, test } from 'vitest'
import { serviceFilterOf, withServiceValues } from './service-filter.ts'

const period = 'after:2026-01-01 before:2026-02-01'

test('senders, keys and tags go to the service, with the values of an OR as one list', () => {
  const text = `${period} tag:="spring sale" key:k1 (from:=a@x.example OR from:"b@x.example")`
  const { values, others, isNarrower } = serviceFilterOf(text)
  expect(values).toEqual({ tags: ['spring sale'], apiKeys: ['k1'], froms: ['a@x.example', 'b@x.example'] })
  expect([others, isNarrower]).toEqual([[], false])
  expect(serviceFilterOf(serviceFilterOf(text).text).values).toEqual(values)
})

test.each([
  ['invoice', 'invoice'],
  ['domain:gmail.com', 'domain:gmail.com'],
  ['-tag:=order', '-tag:=order'],
  ['from:nordwind', 'from:nordwind'],
  ['(tag:=a OR from:=b@x.example)', 'tag:=a OR from:=b@x.example'],
  ['(tag:=a OR last:3d)', 'tag:=a OR last:3d'],
  ['meta.order:=7', 'meta.order:=7'],
])('%s is named as a condition that the service cannot apply, and the rest stays', (condition, named) => {
  const { values, others, text } = serviceFilterOf(`last:7d ${condition} key:k1`)
  expect([others, text]).toEqual([[named], 'last:7d key:k1'])
  expect(values).toEqual({ tags: [], froms: [], apiKeys: ['k1'] })
})

test('two tags that must both be there are not taken for a list of either', () => {
  const { values, others, isNarrower } = serviceFilterOf('tag:=a tag:b')
  expect([values.tags, others, isNarrower]).toEqual([['a'], ['tag:b'], false])
  expect(serviceFilterOf('tag:b')).toMatchObject({ values: { tags: ['b'] }, isNarrower: true })
  expect(serviceFilterOf('from:b@x.example')).toMatchObject({ values: { froms: ['b@x.example'] }, isNarrower: true })
  expect(serviceFilterOf('')).toMatchObject({ others: [], text: '' })
})

test('the values of one filter are replaced, and everything else stays', () => {
  const text = 'last:7d invoice (tag:=a OR tag:=b) key:k1'
  expect(withServiceValues(text, 'tags', ['c d', 'e'])).toBe('last:7d invoice key:k1 (tag:="c d" OR tag:=e)')
  expect(withServiceValues(text, 'tags', [])).toBe('last:7d invoice key:k1')
  expect(withServiceValues('', 'froms', ['a@x.example'])).toBe('from:=a@x.example')
  expect(withServiceValues(text, 'apiKeys', ['k 2'])).toBe('last:7d invoice (tag:=a OR tag:=b) key:"k 2"')
})
