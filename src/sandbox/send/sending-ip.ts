import type { DedicatedIp } from '../store/index.ts'
import type { SendOptions } from './outgoing.ts'

/**
 * The line with the dedicated address that a message leaves from: the one named by the option IPPOOL, or the first for bulk
 * mail. No source says what the option names.
 */
export function ipLines(
  { ipPool, bulk }: Pick<SendOptions, 'ipPool' | 'bulk'>,
  list: () => readonly DedicatedIp[],
): SendOptions['lines'] {
  if (ipPool === undefined && !bulk) return []
  const named = (one: DedicatedIp): boolean => one.ip === ipPool || one.id === ipPool
  const found = list().find((one) => (ipPool === undefined ? one.type === 1 : named(one)))
  return found === undefined ? [] : [['X-Originating-IP', `[${found.ip}]`]]
}
