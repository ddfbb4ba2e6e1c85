import { expect, test } from 'vitest'
import { formatOptions } from './report-choices.ts'

test('a PDF that nothing can make is not offered, and the sentence names the way out', () => {
  expect(formatOptions({ print: false })[0]).toMatchObject({
    disabled: true,
    detail: expect.stringContaining('Choose HTML') as string,
  })
  expect(formatOptions({ print: true })[0]).toMatchObject({ disabled: false })
})
