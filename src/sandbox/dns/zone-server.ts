import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Domain } from '../store/index.ts'
import { readQuestion, writeZoneAnswer, type ZoneQuestion, type ZoneRecord } from './wire.ts'
import { zoneOf } from './zone.ts'

/** A DNS server for the sandbox’s domains. Their names are reserved, so no other server can resolve them. */
export class ZoneServer {
  readonly #socket: Socket = createSocket('udp4')
  readonly #domains: () => readonly Domain[]

  constructor(domains: () => readonly Domain[]) {
    this.#domains = domains
    this.#socket.on('message', (bytes, { address, port }) => {
      const read = readQuestion(bytes)
      if (read === null) return
      const { records, exists } = lookUp(zoneOf(this.#domains()), read.question)
      // An error is ignored, because it means that the client is gone.
      this.#socket.send(writeZoneAnswer(bytes, read.end, records, exists ? 0 : 3), port, address, () => undefined)
    })
  }

  /** Listens on a free port, and returns `HOST:PORT`. */
  async listen(host: string): Promise<string> {
    this.#socket.bind(0, host)
    await once(this.#socket, 'listening')
    this.#socket.on('error', () => undefined)
    return `${host}:${this.#socket.address().port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()))
  }
}

/** Includes the records that a CNAME points to. */
function lookUp(zone: readonly ZoneRecord[], { name, type }: ZoneQuestion): { records: ZoneRecord[]; exists: boolean } {
  const here = zone.filter((record) => record.name === name)
  const exists = here.length > 0 || zone.some((record) => record.name.endsWith(`.${name}`))
  const records = here.filter((record) => record.type === type)
  const alias = here.find((record) => record.type === 'CNAME')
  if (records.length > 0 || alias === undefined) return { records, exists }
  return { records: [alias, ...zone.filter((record) => record.name === alias.value && record.type === type)], exists }
}
