import type { AccessLine } from '../../contract/team.ts'
import { csvLine } from '../../text/tsv.ts'

export const accessHeadings = ['Time', 'User', 'Mailroom', 'What', 'Person', 'Messages'] as const

export const accessCsvHeading = `${csvLine(accessHeadings)}\r\n`

/** Times are in UTC. */
export function accessCsv(lines: readonly AccessLine[]): string {
  return lines.map((line) => `${csvLine(accessCells(line, isoTime))}\r\n`).join('')
}

export function accessCells(
  { at, role, mailroom, kind, person, messages }: AccessLine,
  timeOf: (at: number) => string,
): string[] {
  return [timeOf(at), role, mailroom ?? '', kind, person ?? '', messages === null ? '' : String(messages)]
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}
