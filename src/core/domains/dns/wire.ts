import type { DnsType } from '#shared/domain/domains/base/dns.ts'

const types: Readonly<Record<DnsType | 'SOA', number>> = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, TXT: 16, AAAA: 28 }
const nameOfType = new Map(Object.entries(types).map(([name, code]) => [code, name as DnsType | 'SOA']))
const optType = 41
const inClass = 1
/** Larger responses are truncated on some network paths (RFC 9715) and are requested again over TCP. */
const udpSize = 1232
const longestName = 253
const longestLabel = 63

export type WireRecord = {
  readonly name: string
  readonly type: DnsType | 'SOA'
  readonly ttl: number
  /** For an SOA record, the number of seconds for which an absence is cached. */
  readonly value: string
  readonly strings: readonly string[]
}
export type WireMessage = {
  readonly id: number
  readonly isResponse: boolean
  readonly isTruncated: boolean
  readonly code: number
  readonly question: { readonly name: string; readonly type: number } | null
  readonly answers: readonly WireRecord[]
  readonly authority: readonly WireRecord[]
}

/** Whether DNS can contain this name at all. */
export function isAskable(name: string): boolean {
  if (name.length === 0 || name.length > longestName || !/^[\x21-\x7e]+$/.test(name)) return false
  return name.split('.').every((label) => label.length > 0 && label.length <= longestLabel)
}

/** Node’s own resolver reports neither how long a response is cached nor who sent it, so queries are written here. */
export function writeQuestion(id: number, name: string, type: DnsType, isRecursive: boolean): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'))
  const encoded = Buffer.concat([...labels.flatMap((label) => [Buffer.of(label.length), label]), Buffer.of(0)])
  const header = Buffer.alloc(12)
  header.writeUInt16BE(id, 0)
  header.writeUInt16BE(isRecursive ? 0x0100 : 0, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(1, 10)
  const question = Buffer.alloc(4)
  question.writeUInt16BE(types[type], 0)
  question.writeUInt16BE(inClass, 2)
  const opt = Buffer.alloc(11)
  opt.writeUInt16BE(optType, 1)
  opt.writeUInt16BE(udpSize, 3)
  return Buffer.concat([header, encoded, question, opt])
}

export function isQuestionOf(message: WireMessage, id: number, name: string, type: DnsType): boolean {
  const { question } = message
  if (message.id !== id || !message.isResponse || question === null) return false
  return question.name === name.toLowerCase() && question.type === types[type]
}

/** Null if the bytes aren’t a DNS message. Anyone may have sent it, so nothing in it is trusted. */
export function readWireMessage(bytes: Buffer): WireMessage | null {
  try {
    return new MessageReader(bytes).message()
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

class MessageReader {
  readonly #bytes: Buffer
  #at = 12

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  message(): WireMessage {
    const bytes = this.#bytes
    const flags = bytes.readUInt16BE(2)
    const [questions, answers, authority] = [4, 6, 8].map((at) => bytes.readUInt16BE(at)) as [number, number, number]
    const question = questions === 1 ? this.#question() : null
    const isTruncated = (flags & 0x0200) !== 0
    const head = {
      id: bytes.readUInt16BE(0),
      isResponse: (flags & 0x8000) !== 0,
      isTruncated,
      code: flags & 0xf,
      question,
    }
    // A truncated response is requested again in full, so its records are not read.
    if (isTruncated) return { ...head, answers: [], authority: [] }
    return { ...head, answers: this.#records(answers), authority: this.#records(authority) }
  }

  #question(): { name: string; type: number } {
    const name = this.#name()
    const type = this.#bytes.readUInt16BE(this.#at)
    this.#at += 4
    return { name, type }
  }

  #records(count: number): WireRecord[] {
    const records: WireRecord[] = []
    for (let left = count; left > 0; left--) {
      const name = this.#name()
      const type = nameOfType.get(this.#bytes.readUInt16BE(this.#at))
      // The highest bit isn’t part of the TTL (RFC 2181, 8).
      const ttl = this.#bytes.readUInt32BE(this.#at + 4) & 0x7fffffff
      const length = this.#bytes.readUInt16BE(this.#at + 8)
      const start = this.#at + 10
      const end = start + length
      if (end > this.#bytes.length) throw new RangeError('a record ends behind the message')
      if (type !== undefined) {
        this.#at = start
        records.push({ name, type, ttl, ...this.#value(type, end) })
      }
      this.#at = end
    }
    return records
  }

  #value(type: DnsType | 'SOA', end: number): Pick<WireRecord, 'value' | 'strings'> {
    const one = (value: string) => ({ value, strings: [value] })
    switch (type) {
      case 'A':
        return one([...this.#bytes.subarray(this.#at, end)].join('.'))
      case 'AAAA':
        return one(ipv6Text(this.#bytes.subarray(this.#at, end)))
      case 'CNAME':
      case 'NS':
        return one(this.#name())
      case 'MX': {
        const priority = this.#bytes.readUInt16BE(this.#at)
        this.#at += 2
        return one(`${priority} ${this.#name()}`)
      }
      case 'SOA':
        return one(String(this.#bytes.readUInt32BE(end - 4)))
      case 'TXT': {
        const strings: string[] = []
        while (this.#at < end) {
          const stringEnd = this.#at + 1 + this.#bytes.readUInt8(this.#at)
          if (stringEnd > end) throw new RangeError('a string ends behind its record')
          strings.push(this.#bytes.toString('utf8', this.#at + 1, stringEnd))
          this.#at = stringEnd
        }
        return { value: strings.join(''), strings }
      }
    }
  }

  /** Reads a name in lower case, without a trailing dot. The root is an empty string. */
  #name(): string {
    const labels: string[] = []
    let at = this.#at
    let lowest = at
    let length = 0
    let end: number | null = null
    for (;;) {
      const size = this.#bytes.readUInt8(at)
      if (size >= 0xc0) {
        const target = this.#bytes.readUInt16BE(at) & 0x3fff
        end ??= at + 2
        // Each pointer must point further back, so that pointers cannot form a loop.
        if (target >= lowest) throw new RangeError('a name that points forward')
        lowest = at = target
        continue
      }
      if (size > longestLabel) throw new RangeError('a label that is too long')
      if (size === 0) break
      length += size + 1
      if (length > longestName + 1) throw new RangeError('a name that is too long')
      const label = this.#bytes.subarray(at + 1, at + 1 + size)
      if (label.length < size) throw new RangeError('a label that ends behind the message')
      labels.push(label.toString('latin1').toLowerCase())
      at += size + 1
    }
    this.#at = end ?? at + 1
    return labels.join('.')
  }
}

function ipv6Text(bytes: Buffer): string {
  const groups = Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16))
  return groups.join(':').replace(/(?:^|:)0(?::0){1,7}(?::|$)/, '::')
}
