import { createServer, type AddressInfo } from 'node:net'
import { createSocket } from 'node:dgram'
import DNS from 'dns2'
import type { Zone } from './zone.ts'

type Packet = InstanceType<typeof DNS.Packet>
type Resource = Packet['answers'][number]

export type DnsService = {
  /** `127.0.0.1:PORT`, for UDP and TCP alike. */
  readonly address: string
  /** The questions in order, such as `example.com TXT`. */
  readonly asked: string[]
  /** The records that the server returns from now on. */
  zone: Zone
  /** Whether responses over UDP are truncated, whatever their length. */
  truncates: boolean
  /** Whether responses over TCP are truncated as well. */
  truncatesTcp: boolean
  /** Whether the server reports every name as missing, even those with records. */
  denies: boolean
  close(): Promise<void>
}

const codes = { 'server-failure': 2, refused: 5 } as const

/**
 * A DNS server on loopback. A value that is not a list is the error that the lookup returns; a CNAME is returned with
 * the rest of its chain.
 */
export async function startDns(zone: Zone): Promise<DnsService> {
  const service = {
    address: '',
    asked: [] as string[],
    zone,
    truncates: false,
    truncatesTcp: false,
    denies: false,
  }
  const handle: DNS.DnsHandler = (request, send, client) => {
    const [question] = request.questions
    const type = Object.entries(DNS.Packet.TYPE).find(([, code]) => code === question!.type)![0]
    const name = question!.name.toLowerCase()
    service.asked.push(`${name} ${type}`)
    const response = DNS.Packet.createResponseFromRequest(request)
    const isUdp = !('remoteAddress' in client)
    if (isUdp ? service.truncates : service.truncatesTcp) response.header.tc = 1
    else if (!fill(response, service.zone, name, type)) return
    if (service.denies) response.header.rcode = 3
    void send(response)
  }
  const { server, address } = await listening(handle)
  return Object.assign(service, {
    address,
    async close() {
      await server.close()
    },
  })
}

/** Another program can take a free port before the server listens on it, which then tries another one. */
async function listening(handle: DNS.DnsHandler) {
  for (;;) {
    const server = DNS.createServer({ udp: true, tcp: true, handle })
    const at = { port: await freePort(), address: '127.0.0.1' }
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve)
      void server.listen({ udp: at, tcp: at }).then(() => {
        server.off('error', resolve)
        resolve(null)
      })
    })
    if (error === null) return { server, address: `${at.address}:${at.port}` }
    void server.close()
    if (error.code !== 'EADDRINUSE') throw error
  }
}

/** Returns false if the server does not respond. */
function fill(response: Packet, zone: Zone, name: string, type: string): boolean {
  const seen = new Set<string>()
  let at = name
  for (;;) {
    const found = zone[`${at} ${type}`]
    if (typeof found === 'string') {
      if (found === 'timeout') return false
      response.header.rcode = codes[found as keyof typeof codes]
      return true
    }
    const alias = zone[`${at} CNAME`]
    if (found || typeof alias !== 'object' || seen.has(at)) {
      for (const value of found ?? []) response.answers.push(recordOf(at, type, value))
      const exists = Object.keys(zone).some((key) => key.startsWith(`${at} `))
      if (!found && !exists) response.header.rcode = 3
      if (!found) response.authorities.push(soaOf(at))
      return true
    }
    seen.add(at)
    response.answers.push(recordOf(at, 'CNAME', alias[0]!))
    at = String(alias[0])
  }
}

/** The library’s types require a method that the library adds itself. */
function recordOf(name: string, type: string, value: string | readonly string[]): Resource {
  const { Packet } = DNS
  const common = { name, type: Packet.TYPE[type as 'A'], class: Packet.CLASS.IN, ttl: 2400 }
  const text = String(value)
  switch (type) {
    case 'TXT':
      return { ...common, data: typeof value === 'string' ? value : [...value] } as unknown as Resource
    case 'MX': {
      const [priority, exchange] = text.split(' ')
      return { ...common, priority: Number(priority), exchange: exchange! } as unknown as Resource
    }
    case 'CNAME':
      return { ...common, domain: text } as unknown as Resource
    case 'NS':
      return { ...common, ns: text } as unknown as Resource
    default:
      return { ...common, address: text } as unknown as Resource
  }
}

function soaOf(name: string): Resource {
  const { Packet } = DNS
  const times = { serial: 1, refresh: 3600, retry: 600, expiration: 86_400, minimum: 600 }
  return {
    name,
    type: Packet.TYPE.SOA,
    class: Packet.CLASS.IN,
    ttl: 3600,
    primary: 'ns.example',
    admin: 'a.example',
    ...times,
  } as unknown as Resource
}

/** Free for UDP and TCP: a client repeats a truncated lookup over TCP on the same port. */
async function freePort(): Promise<number> {
  for (;;) {
    const tcp = createServer()
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
    const { port } = tcp.address() as AddressInfo
    const udp = createSocket('udp4')
    const isFree = await new Promise<boolean>((resolve) => {
      udp.once('error', () => resolve(false))
      udp.bind(port, '127.0.0.1', () => resolve(true))
    })
    await Promise.all([
      new Promise((resolve) => tcp.close(resolve)),
      new Promise<void>((resolve) => udp.close(resolve)),
    ])
    if (isFree) return port
  }
}
