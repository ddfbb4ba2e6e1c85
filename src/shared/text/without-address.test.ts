import { expect, it } from 'vitest'
import { withoutAddress } from './without-address.ts'

it('takes the address of an erased person out of a text, however it is written', () => {
  expect(withoutAddress('Ann@Example.org wrote; so did <ann@example.org>.', 'ann@example.org')).toBe(
    'erased wrote; so did <erased>.',
  )
  expect(withoutAddress('Ask ann@example.org.', 'ann@example.org')).toBe('Ask erased.')
})

it('leaves other addresses that contain it', () => {
  const text = 'joann@example.org and ann@example.org.uk'
  expect(withoutAddress(text, 'ann@example.org')).toBe(text)
})

it('takes it out of the name of a file, and out of a text with letters that are longer in lower case', () => {
  const email = 'ann@example.org'
  expect(withoutAddress('“Mail to Ann@example.org.csv”, ann@example.org.json.gz', email)).toBe(
    '“Mail to erased.csv”, erased.json.gz',
  )
  expect(withoutAddress('İstanbul: ann@example.org', email)).toBe('İstanbul: erased')
  const others = 'ann@example.org.csvx ann@example.org.csv.uk'
  expect(withoutAddress(others, email)).toBe(others)
})
