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
