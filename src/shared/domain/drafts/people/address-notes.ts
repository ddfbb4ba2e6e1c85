import { plural, type NumberFormat } from '../../base/plural.ts'
import type { PeopleScan } from './scan-people.ts'

export type AddressNote = { readonly kind: 'wrong' | 'duplicate'; readonly text: string }

/**
 * Describes the problems with a list’s addresses, as shown after its recipient count: “12 recipients, 3 duplicates”.
 */
export function addressNotes(
  scan: Pick<PeopleScan, 'wrong' | 'noAddress' | 'duplicates'> | undefined,
  formats: NumberFormat,
): AddressNote[] {
  if (!scan) return []
  const wrong = scan.wrong + scan.noAddress
  return [
    ...(wrong > 0 ? [{ kind: 'wrong' as const, text: `${formats.number(wrong)} without a valid address` }] : []),
    ...(scan.duplicates > 0
      ? [{ kind: 'duplicate' as const, text: plural(formats, scan.duplicates, 'duplicate') }]
      : []),
  ]
}
