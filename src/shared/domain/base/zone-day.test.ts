import { expect, it } from 'vitest'
import { dayIn } from './zone-day.ts'

it('a day begins at midnight of the zone', () => {
  expect(dayIn('Europe/Paris', Date.parse('2026-01-15T23:30:00Z'))).toBe('2026-01-16')
  expect(dayIn('Pacific/Pago_Pago', Date.parse('2026-01-15T10:30:00Z'))).toBe('2026-01-14')
})
