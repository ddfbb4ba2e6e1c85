import { expect, it } from 'vitest'
import { keyRepairs } from './key-repairs.ts'

const keys = ['order', 'customer', 'order id']
const offered = (text: string) => keyRepairs(text, keys).map((repair) => repair.text)

it('puts a key of the archive in the place of a misspelled one, and leaves the value', () => {
  expect(offered('invoice meta.oder:N-1')).toEqual(['invoice meta.order:N-1'])
  expect(offered('meta.custmer:="Ann Lee"')).toEqual(['meta.customer:="Ann Lee"'])
  expect(offered('meta."ordr id":47')).toEqual(['meta."order id":47'])
  expect(offered('meta.order:N-1')).toEqual([])
  expect(offered('meta.nothing:N-1')).toEqual([])
})

it('reads an unknown field as a metadata key, or else drops it and keeps its value', () => {
  expect(offered('order:N-1 last:7d')).toEqual(['meta.order:N-1 last:7d'])
  expect(offered('foo:bar')).toEqual(['bar'])
})

it('leaves addresses of the web, and the fields of other tools, which have a repair of their own', () => {
  expect(offered('https://shop.example')).toEqual([])
  expect(offered('status:bounced')).toEqual([])
})
