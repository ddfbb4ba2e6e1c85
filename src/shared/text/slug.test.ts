import { expect, test } from 'vitest'
import { slug } from './slug.ts'

test('a description becomes lower-case words joined by dashes', () => {
  expect(slug('Order confirmation')).toBe('order-confirmation')
  expect(slug('  Été – Facture n° 12!  ')).toBe('ete-facture-n-12')
  expect(slug('Привет, мир')).toBe('привет-мир')
})

test('the slug of a slug is itself, and signs alone give nothing', () => {
  expect(slug(slug('Password  reset (v2)'))).toBe('password-reset-v2')
  expect(slug('***')).toBe('')
})
