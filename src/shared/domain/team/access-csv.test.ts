import { expect, test } from 'vitest'
import type { AccessLine } from '../../contract/team.ts'
import { accessCsv, accessCsvHeading } from './access-csv.ts'

const line: AccessLine = {
  id: 7,
  at: Date.UTC(2026, 0, 31, 12),
  role: 'ada, the writer',
  mailroom: '=Ada’s "Mailroom"',
  kind: 'exported',
  person: null,
  messages: 1200,
}

test('a line has a cell for each heading, and no text of it runs as a formula', () => {
  expect(accessCsvHeading).toBe('Time,User,Mailroom,What,Person,Messages\r\n')
  expect(accessCsv([line, { ...line, mailroom: null, kind: 'opened', person: 'ab12', messages: null }])).toBe(
    '2026-01-31T12:00:00.000Z,"ada, the writer","\'=Ada’s ""Mailroom""",exported,,1200\r\n' +
      '2026-01-31T12:00:00.000Z,"ada, the writer",,opened,ab12,\r\n',
  )
})
