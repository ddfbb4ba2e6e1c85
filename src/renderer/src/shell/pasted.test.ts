import { expect, it } from 'vitest'
import { readPasted } from './pasted.ts'

it.each([
  [
    '#/message/m-1/jane%40shop.example',
    'Open link: Message › jane@shop.example',
    ['message', 'm-1', 'jane@shop.example'],
  ],
  ['app://mailroom/index.html#/message/m-1/jane%40shop.example', 'Open link: Message › jane@shop.example', null],
  ['http://127.0.0.1:40123/#/recipients/jane%40shop.example', 'Open link: Recipients › jane@shop.example', null],
  [' http://localhost:5173/#/messages?q=tag%3Aorder ', 'Open link: Messages', ['messages']],
])('%s is a link to a place here', (text, title, segments) => {
  const pasted = readPasted(text)
  expect(pasted).toMatchObject({ kind: 'link', title })
  if (segments) expect(pasted).toMatchObject({ route: { segments } })
})

it('keeps the search of a link', () => {
  const pasted = readPasted('#/messages?q=tag%3Aorder')
  expect(pasted?.kind === 'link' && pasted.route.query.get('q')).toBe('tag:order')
})

it.each([
  ['https://elsewhere.example/#/message/m-1'],
  ['#/no-such-view'],
  ['http://127.0.0.1.elsewhere.example/#/messages'],
  ['bounced'],
  ['sandbox requests'],
  ['go to 2024'],
])('%s is none', (text) => {
  expect(readPasted(text)).toBeNull()
})

it('tells an address from an id', () => {
  expect(readPasted(' jane@shop.example ')).toEqual({ kind: 'address', email: 'jane@shop.example' })
  expect(readPasted('019a-77f2-b1')).toEqual({ kind: 'id', id: '019a-77f2-b1' })
})
