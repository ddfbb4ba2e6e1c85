import { networkInterfaces } from 'node:os'

/** The addresses of this computer. Those of one link only (fe80::) need a zone that no Host header has. */
export function addressesOfComputer(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return all.map(({ address }) => address).filter((address) => !address.startsWith('fe80:'))
}
