import { getServers } from 'node:dns'
import { isIP } from 'node:net'
import { isPrivate } from '#shared/domain/base/host-name.ts'
import type { DnsAnswer, DnsType, Lookup } from '#shared/domain/domains/base/dns.ts'
import type { AskOptions, ServerAddress } from './ask-server.ts'
import { DnsServer } from './dns-server.ts'

const dnsPort = 53
/** Cloudflare’s and Google’s resolvers. The second is used if this computer has no resolver. */
const publicResolvers = ['1.1.1.1', '8.8.8.8'] as const
/** Every server is queried, so this limit keeps a zone with many servers as cheap as a zone with few. */
const mostZoneServers = 2

export type DnsChoice = {
  /** Addresses such as `192.0.2.53` or `127.0.0.1:5300`. If empty, this computer’s servers are used. */
  readonly servers: readonly string[]
  readonly publicResolvers: boolean
}

/** The resolvers, at most two, that a check queries in addition to the zone’s servers. */
export function chosenResolvers({ servers, publicResolvers: isPublic }: DnsChoice): ServerAddress[] {
  const own = (servers.length > 0 ? servers : getServers().slice(0, 1)).map(addressOf)
  const others = isPublic ? publicResolvers.map((address) => ({ address, port: dnsPort })) : []
  const all = [...own, ...others].filter((server): server is ServerAddress => server !== null)
  const isFirst = (server: ServerAddress, at: number): boolean =>
    all.findIndex(({ address, port }) => address === server.address && port === server.port) === at
  return all.filter(isFirst).slice(0, 2)
}

/** Null if the text isn’t an address. */
export function addressOf(text: string): ServerAddress | null {
  const trimmed = text.trim()
  if (isIP(trimmed.split('%')[0]!) !== 0) return { address: trimmed, port: dnsPort }
  const at = trimmed.lastIndexOf(':')
  const address = trimmed.slice(0, at).replace(/^\[|\]$/g, '')
  const port = Number(trimmed.slice(at + 1))
  return at > 0 && isIP(address) !== 0 && Number.isInteger(port) && port > 0 && port < 65_536 ? { address, port } : null
}

/**
 * Anyone can publish a private address as a server’s address, which would make a check query a machine in the user’s
 * network. Only a resolver in that network may name such an address.
 */
export function mayNameServer(resolver: Pick<ServerAddress, 'address'>, address: string): boolean {
  return !isPrivate(address) || isPrivate(isIP(resolver.address) === 6 ? `[${resolver.address}]` : resolver.address)
}

/**
 * The servers used for one check. Only these servers are queried, and only about the domain’s names and names found in its
 * records.
 */
export class Servers {
  readonly resolvers: readonly DnsServer[]
  readonly #options: AskOptions
  readonly #zones = new Map<string, Promise<readonly DnsServer[]>>()
  readonly #servers = new Map<string, DnsServer>()
  /** Resolvers that have failed to respond once. Waiting for them again for every name would take minutes. */
  readonly #silent = new Set<DnsServer>()

  constructor(resolvers: readonly ServerAddress[], options: AskOptions) {
    this.#options = options
    this.resolvers = resolvers.map((address) => new DnsServer(address, true, options))
  }

  /** The response from the first resolver that returns one. */
  readonly lookup: Lookup = async (name, type) => (await this.#lookup(name, type)).answer

  async #lookup(name: string, type: DnsType): Promise<{ answer: DnsAnswer; by: DnsServer | null }> {
    let answer: DnsAnswer = { kind: 'failed', why: 'unreachable' }
    const isLate = (resolver: DnsServer): number => Number(this.#silent.has(resolver))
    for (const resolver of this.resolvers.toSorted((one, other) => isLate(one) - isLate(other))) {
      answer = await resolver.lookup(name, type)
      if (answer.kind !== 'failed') return { answer, by: resolver }
      if (answer.why === 'timeout' || answer.why === 'unreachable') this.#silent.add(resolver)
    }
    return { answer, by: null }
  }

  /** The response from the name’s authoritative servers, which is never an older, cached one. */
  async lookupAtZone(name: string, type: DnsType): Promise<DnsAnswer> {
    let answer: DnsAnswer = { kind: 'failed', why: 'unreachable' }
    for (const server of await this.zoneServers(name)) {
      answer = await server.lookup(name, type)
      if (answer.kind !== 'failed') return this.#followed(answer, server, { name, type })
    }
    return answer
  }

  /** Empty if the servers cannot be determined. */
  zoneServers(name: string): Promise<readonly DnsServer[]> {
    const known = this.#zones.get(name)
    if (known) return known
    const servers = this.#findZone(name)
    this.#zones.set(name, servers)
    return servers
  }

  /** Follows a CNAME that leads out of the zone, because the zone’s server does not resolve its target. */
  async #followed(
    answer: DnsAnswer,
    server: DnsServer,
    { name, type }: { name: string; type: DnsType },
  ): Promise<DnsAnswer> {
    if (answer.kind !== 'absent' || type === 'CNAME') return answer
    const alias = await server.lookup(name, 'CNAME')
    return alias.kind === 'found' ? this.lookup(alias.values[0]!, type) : answer
  }

  async #findZone(name: string): Promise<readonly DnsServer[]> {
    const labels = name.split('.')
    for (let from = 0; from < labels.length - 1; from++) {
      const zone = labels.slice(from).join('.')
      const answer = await this.lookup(zone, 'NS')
      if (answer.kind === 'failed') return []
      if (answer.kind === 'found') return this.#serversOf(answer.values)
    }
    return []
  }

  async #serversOf(names: readonly string[]): Promise<DnsServer[]> {
    const asked = [...names].sort().slice(0, mostZoneServers)
    const answers = await Promise.all(asked.map((name) => this.#lookup(name, 'A')))
    return answers.flatMap(({ answer, by }) => {
      if (answer.kind !== 'found' || by === null) return []
      return mayNameServer(by.address, answer.values[0]!) ? [this.#server(answer.values[0]!)] : []
    })
  }

  #server(address: string): DnsServer {
    // If the user chose servers on another port, such as a test DNS, that port is used for all zone servers, too.
    const port = this.resolvers[0]?.address.port ?? dnsPort
    const known = this.#servers.get(address)
    if (known) return known
    const server = new DnsServer({ address, port }, false, this.#options)
    this.#servers.set(address, server)
    return server
  }
}
