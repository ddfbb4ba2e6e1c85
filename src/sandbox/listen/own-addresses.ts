import { networkInterfaces } from 'node:os'

/**
 * Returns this computer’s addresses. Link-local ones (fe80::) are left out: they require a zone, which a Host header
 * cannot contain.
 */
export function addressesOfComputer(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return all.map(({ address }) => address).filter((address) => !address.startsWith('fe80:'))
}
