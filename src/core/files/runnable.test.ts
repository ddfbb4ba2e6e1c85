import { expect, test } from 'vitest'
import { refuseRunnable } from './runnable.ts'

const kinds = 'exe bat cmd com scr msi ps1 vbs js jar sh desktop app lnk AppImage command scpt reg url webloc py deb'

test.each(kinds.split(' '))('a .%s file is not opened', (kind) => {
  const sentence = 'can run as a program, so Mailroom doesn’t open it. Save a copy instead.'
  expect(() => refuseRunnable(`Invoice.pdf.${kind}`)).toThrow(sentence)
})

test.each(['pdf', 'docx', 'xlsx', 'png', 'txt', 'csv', 'zip', 'ics', 'eml', 'html'])('a .%s file is opened', (kind) => {
  expect(() => refuseRunnable(`exe.${kind}`)).not.toThrow()
})
