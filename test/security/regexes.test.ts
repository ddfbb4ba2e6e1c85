import { expect, test } from 'vitest'
import { costOf } from '../../eslint-rules/regex-cost.ts'
import { collectRegexes } from '#test/torture/regexes/collect.ts'

const regexes = collectRegexes()

test('every regex in the sources takes linear time, or has a reason for an exception', () => {
  const costly = regexes.filter(
    ({ source, flags, exemption }) => exemption === null && (source === null || costOf(source, flags) !== null),
  )
  expect(costly.map(({ place }) => place)).toEqual([])
})

test('every exception carries its reason', () => {
  const silent = regexes.filter(({ exemption }) => exemption === '')
  expect(silent.map(({ place }) => place)).toEqual([])
})

test('regexes are found in scripts, in components and where they are built at run time', () => {
  expect(regexes.length).toBeGreaterThan(250)
  expect(regexes.some(({ place }) => place.includes('.svelte:'))).toBe(true)
  expect(regexes.some(({ source }) => source === null)).toBe(true)
})
