import type { DedicatedIp } from '../store/index.ts'
import type { SendOptions } from './outgoing.ts'

/**
 * Returns a header line with the dedicated address from which the message is sent: the one named by the IPPOOL option
 * or, for bulk mail, the first one. How the option names an address is undocumented.
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
