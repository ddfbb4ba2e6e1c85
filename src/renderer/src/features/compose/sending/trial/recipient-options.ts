import type { Person } from '#shared/contract/base/draft.ts'
import { visible } from '../../../../lib/text/visible.ts'
import type { Option } from '../../../../lib/ui/fields/option.ts'

const most = 50

/** The first recipients that match what was typed, and the chosen one, whose label has to be known. */
export function recipientOptions(
  rows: readonly Pick<Person, 'address' | 'name'>[],
  typed: string,
  chosen: number | null,
): Option[] {
  const wanted = typed.trim().toLowerCase()
  const options: Option[] = []
  const add = (index: number): void => {
    const { address, name } = rows[index]!
    options.push({
      value: String(index),
      label: visible(name ? `${name} <${address}>` : address || `Row ${index + 1}`),
    })
  }
  for (let index = 0; index < rows.length && options.length < most; index++) {
    const { address, name } = rows[index]!
    if (address.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)) add(index)
  }
  const isListed = options.some(({ value }) => value === String(chosen))
  if (chosen !== null && chosen < rows.length && !isListed && wanted === '') add(chosen)
  return options
}
