import { expect, test } from 'vitest'
import { contentBytes } from './render.ts'

test('the size of a message has the bytes of the values, and none of the names that they replace', () => {
  const content = {
    subject: 'Привет',
    text: '{{Имя}}, {{кто}}',
    html: '<p>{{имя}}</p>',
    headers: {},
    images: [],
    attachments: [],
    from: { address: 'shop@shop.example', personalName: 'Shop' },
  }
  const whole = ['Привет', 'Анна & Ян, {{кто}}', '<p>Анна &amp; Ян</p>'].join('')
  expect(contentBytes(content, { имя: 'Анна & Ян' })).toBe(Buffer.byteLength(whole))
})
