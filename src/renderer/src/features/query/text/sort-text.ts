import type { Sort } from '#shared/contract/messages.ts'
import { sortFields } from '#shared/contract/base/search-limits.ts'

export function sortText({ field, descending }: Sort): string {
  return `${field}${descending ? '-' : ''}`
}

export function readSort(text: string | null): Sort | null {
  const field = sortFields.find((known) => known === text?.replace(/-$/, ''))
  return field ? { field, descending: text!.endsWith('-') } : null
}
