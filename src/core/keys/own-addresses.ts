import { networkInterfaces } from 'node:os'

/** Addresses visible to other computers. Link-local addresses mean nothing beyond the local network. */
export function ownAddresses(interfaces = networkInterfaces()): { address: string; connection: string }[] {
  return Object.entries(interfaces).flatMap(([connection, addresses = []]) =>
    addresses
      .filter(({ internal, address }) => !internal && !/^(?:fe80:|169\.254\.)/i.test(address))
      .map(({ address }) => ({ address, connection })),
  )
}
