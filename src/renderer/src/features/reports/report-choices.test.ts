import { expect, test } from 'vitest'
import { reportFormatOptions } from './report-choices.ts'

test('a PDF that nothing can make is not offered, and the sentence names the way out', () => {
  expect(reportFormatOptions({ print: false })[0]).toMatchObject({
    disabled: true,
    detail: expect.stringContaining('Choose HTML') as string,
  })
  expect(reportFormatOptions({ print: true })[0]).toMatchObject({ disabled: false })
})
