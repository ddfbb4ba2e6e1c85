import { quote } from '../query/scan.ts'
import { value } from '../query/print.ts'
import type { StatisticsGroup } from '../../contract/statistics.ts'

/**
 * Returns the condition that finds a value’s messages. Undefined for the messages without a value, which no condition
 * finds.
 */
export function termOf(group: StatisticsGroup, name: string): string | undefined {
  if (name === '') return undefined
  return group === 'key' ? `key:${value(name)}` : `${group}:=${value(name)}`
}

export function metaTermOf(key: string, name: string): string | undefined {
  return name === '' ? undefined : `meta.${/^[\p{L}\p{N}_-]+$/u.test(key) ? key : quote(key)}:=${value(name)}`
}
