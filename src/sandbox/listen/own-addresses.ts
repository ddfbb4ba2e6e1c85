import { networkInterfaces } from 'node:os'

/**
 * This computer’s addresses, except link-local ones (fe80::): those require a zone, which a Host header cannot
 * contain.
 */
export function addressesOfComputer(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return all.map(({ address }) => address).filter((address) => !address.startsWith('fe80:'))
}
