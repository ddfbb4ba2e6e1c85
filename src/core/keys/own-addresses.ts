import { networkInterfaces } from 'node:os'

/**
 * This computer’s addresses that other computers can see. Link-local addresses are left out, because they are valid
 * only on the local network link.
 */
export function ownAddresses(interfaces = networkInterfaces()): { address: string; connection: string }[] {
  return Object.entries(interfaces).flatMap(([connection, addresses = []]) =>
    addresses
      .filter(({ internal, address }) => !internal && !/^(?:fe80:|169\.254\.)/i.test(address))
      .map(({ address }) => ({ address, connection })),
  )
}
