import type { DedicatedIp } from '../store/index.ts'
import type { SendOptions } from './outgoing.ts'

/**
 * A header line with the dedicated address from which the message is sent: the address named by the IPPOOL option, or
 * the first address for bulk mail. How the option names an address is undocumented.
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
