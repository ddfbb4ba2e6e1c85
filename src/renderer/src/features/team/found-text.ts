import type { FoundArchive, LeaseState } from '#shared/contract/team.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'

type Formats = NumberFormat & { dateTime(milliseconds: number): string }

const rights = {
  owner: 'You own this archive and can read and write it.',
  writer: 'You can read and write this archive.',
  reader: 'You have read-only access to this archive.',
} as const

/** The result of a test, in sentences. */
export function foundTexts({ server, role, messages, lease, milliseconds, belongs }: FoundArchive, formats: Formats) {
  const count = messages === 0 ? 'The archive is empty.' : `The archive has ${plural(formats, messages, 'message')}.`
  const whose = belongs === 'yes' ? ' Its messages belong to this account.' : ''
  return [
    `${server} responded in ${milliseconds} ms. ${count}${whose}`,
    `${rights[role]} ${leaseText({ ...lease, readOnly: false }, formats)}`,
  ]
}

/** Returns a sentence about the Mailroom that syncs a team archive. */
export function leaseText(
  { mine, name, since, readOnly }: LeaseState & { readonly readOnly: boolean },
  formats: Pick<Formats, 'dateTime'>,
): string {
  if (mine) return 'This Mailroom syncs the archive.'
  if (name !== null)
    return since === null
      ? `${name} syncs the archive.`
      : `${name} has been syncing the archive since ${formats.dateTime(since)}.`
  return readOnly
    ? 'Nobody is syncing the archive right now, and you have read-only access.'
    : 'Nobody is syncing the archive right now.'
}
