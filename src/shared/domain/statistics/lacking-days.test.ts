import { expect, it } from 'vitest'
import { Formats } from '../settings/formats.ts'
import { lackingText } from './lacking-days.ts'

const formatsIn = (timeZone: string) =>
  new Formats({ timeZone, dateFormat: 'iso', language: 'en-US' }, { systemTimeZone: timeZone, systemLanguage: 'en-US' })
const completeFrom = Date.UTC(2026, 10, 9, 23, 30) / 1000
const before = (from: string) => ({ from, to: '2026-11-20' })

it('says that the archive begins after the first day of the comparison period, in the reader’s zone', () => {
  const sentence = 'The archive begins on 2026-11-10, after the start of the comparison period.'
  expect(lackingText({ completeFrom }, before('2026-11-09'), formatsIn('Europe/Paris'))).toBe(sentence)
  expect(lackingText({ completeFrom }, before('2026-11-10'), formatsIn('Europe/Paris'))).toBeUndefined()
  expect(lackingText({ completeFrom }, before('2026-11-09'), formatsIn('UTC'))).toBeUndefined()
})

it('says nothing about an archive of which the service’s part is unknown', () => {
  expect(lackingText({ completeFrom: null }, before('2020-01-01'), formatsIn('UTC'))).toBeUndefined()
})
