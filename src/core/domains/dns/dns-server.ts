import type { DnsAnswer, DnsType } from '#shared/domain/domains/base/dns.ts'
import { askServer, DnsError, type AskOptions, type ServerAddress } from './ask-server.ts'
import { isAskable, type WireMessage } from './wire.ts'

const nameError = 3
const refused = 5
const mostCnames = 10

/** One server and its responses during one check: each question is sent only once. */
export class DnsServer {
  readonly address: ServerAddress
  readonly #isRecursive: boolean
  readonly #options: AskOptions
  readonly #asked = new Map<string, Promise<WireMessage>>()

  constructor(address: ServerAddress, isRecursive: boolean, options: AskOptions) {
    this.address = address
    this.#isRecursive = isRecursive
    this.#options = options
  }

  /** Rejects only if the check is cancelled. */
  async lookup(name: string, type: DnsType): Promise<DnsAnswer> {
    if (!isAskable(name)) return { kind: 'absent', why: 'no-name', ttl: null }
    try {
      const answer = answerOf(await this.message(name, type), name, type)
      if (answer.kind === 'absent' && answer.why === 'no-data' && type !== 'CNAME' && type !== 'NS') {
        // Some resolvers report no data for a name whose CNAME records form a loop, so this is checked here.
        if (await this.#isCircle(name)) return { kind: 'failed', why: 'cname-loop' }
      }
      return answer
    } catch (thrown) {
      if (thrown instanceof DnsError) return { kind: 'failed', why: thrown.why }
      throw thrown
    }
  }

  message(name: string, type: DnsType): Promise<WireMessage> {
    const key = `${type} ${name.toLowerCase()}`
    let asked = this.#asked.get(key)
    if (!asked) {
      asked = askServer(this.address, { name, type, isRecursive: this.#isRecursive }, this.#options)
      this.#asked.set(key, asked)
    }
    return asked
  }

  async #isCircle(name: string): Promise<boolean> {
    const seen = new Set<string>()
    let at: string | undefined = name.toLowerCase()
    while (at !== undefined && seen.size < mostCnames) {
      if (seen.has(at)) return true
      seen.add(at)
      const { answers }: WireMessage = await this.message(at, 'CNAME')
      const here: string = at
      at = answers.find(({ name: owner, type }) => type === 'CNAME' && owner === here)?.value
    }
    return at !== undefined
  }
}

/** Finds the result for a name in a message by following the message’s CNAME records. */
function answerOf({ code, answers, authority }: WireMessage, asked: string, type: DnsType): DnsAnswer {
  if (code !== 0 && code !== nameError) {
    return { kind: 'failed', why: code === refused ? 'refused' : 'server-failure' }
  }
  const via: string[] = []
  let name = asked.toLowerCase()
  let ttl = Infinity
  for (;;) {
    const here = name
    const found = answers.filter((record) => record.name === here && record.type === type)
    if (found.length > 0) {
      // The message states that the name does not exist but also contains its records, so neither can be trusted.
      if (code === nameError) return { kind: 'failed', why: 'unreadable' }
      const values = found.map(({ value }) => value)
      const strings = found.map((record) => record.strings)
      return { kind: 'found', values, strings, ttl: Math.min(ttl, ...found.map((record) => record.ttl)), via }
    }
    const alias = answers.find((record) => record.name === here && record.type === 'CNAME')
    if (!alias) break
    if (via.includes(alias.value) || alias.value === asked.toLowerCase()) return { kind: 'failed', why: 'cname-loop' }
    via.push(alias.value)
    ttl = Math.min(ttl, alias.ttl)
    name = alias.value
  }
  const soa = authority.find((record) => record.type === 'SOA')
  const kept = soa ? Math.min(soa.ttl, Number(soa.value)) : null
  return { kind: 'absent', why: code === nameError ? 'no-name' : 'no-data', ttl: kept }
}
