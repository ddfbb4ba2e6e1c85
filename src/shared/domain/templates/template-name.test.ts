import { expect, test } from 'vitest'
import { renamed, templateName } from './template-name.ts'

test('a template is named by the slug of its description', () => {
  expect(templateName('Order sent 2')).toBe('order-sent-2')
  expect(templateName('  Été – Facture n° 12! ')).toBe('ete-facture-n-12')
})

test('a new description renames the template only where its slug is another one', () => {
  const order = { name: 'order-sent', description: 'Order sent' }
  expect(renamed(order, 'Order dispatched')).toBe('order-dispatched')
  expect(renamed(order, 'Order: sent!')).toBeNull()
  expect(renamed(order, 'Order sent ')).toBeNull()
})

test('a name that the service chose otherwise stays with its description', () => {
  expect(renamed({ name: 'tpl-17', description: 'Order sent' }, 'Order sent')).toBeNull()
})
