import { isIP } from 'node:net'

/** Addresses that mean every address of this computer, including 127.0.0.1. */
const every: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

export const localAddress = '127.0.0.1'

export type ListenOptions = { listen?: string | undefined; adminToken?: string | undefined }

/** The names of the options as the caller writes them, for use in sentences. */
export type ListenNames = { listen: string; token: string }

/** Returns a sentence that says why the sandbox cannot start with these options, or undefined if it can. */
export function listenProblem({ listen, adminToken }: ListenOptions, names: ListenNames): string | undefined {
  if (listen !== undefined && isIP(listen) === 0) {
    return `${names.listen} takes an IP address of this computer, or 0.0.0.0 for all addresses, not "${listen}".`
  }
  if (adminToken !== undefined && !/^[\w-]{16,200}$/.test(adminToken)) {
    return `${names.token} takes 16 to 200 letters, digits, hyphens and underscores.`
  }
  // Without a chosen token, strangers could reach the controls of a sandbox that nobody meant to expose.
  if (listen !== undefined && adminToken === undefined) {
    return `Other computers can reach a sandbox that listens on ${listen}. Choose the token for its controls with ${names.token}.`
  }
  return undefined
}

/** Returns the addresses to listen on. One is enough if it includes 127.0.0.1. */
export function listenedAddresses(listen: string | undefined): readonly [string, ...string[]] {
  if (listen === undefined || listen === localAddress) return [localAddress]
  return every.has(listen) ? [listen] : [localAddress, listen]
}

/**
 * Returns the addresses other than 127.0.0.1 at which the sandbox can be reached. `all` returns this computer’s
 * addresses.
 */
export function reachedAddresses(listen: string | undefined, all: () => readonly string[]): string[] {
  if (listen === undefined) return []
  const found = every.has(listen) ? all().filter((address) => listen === '::' || isIP(address) === 4) : [listen]
  return found.filter((address) => address !== localAddress)
}

/** Writes an address in the form used in URLs and Host headers. */
export function asHost(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address
}
