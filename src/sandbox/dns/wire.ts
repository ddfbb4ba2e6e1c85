/** A record as written in DNS. An MX record’s value begins with its priority. */
export type ZoneRecord = { type: 'A' | 'CNAME' | 'MX' | 'NS' | 'TXT'; name: string; value: string }

const types: Readonly<Record<ZoneRecord['type'], number>> = { A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16 }
const nameOfType = new Map(Object.entries(types).map(([name, code]) => [code, name as ZoneRecord['type']]))
const headerBytes = 12
const longestString = 255
const ttl = 300

export type ZoneQuestion = { name: string; type: ZoneRecord['type'] | undefined }

/** Returns null if the packet is not a question about a single name. */
export function readQuestion(bytes: Buffer): { question: ZoneQuestion; end: number } | null {
  if (bytes.length < headerBytes || bytes.readUInt16BE(4) !== 1 || bytes[2]! >= 0x80) return null
  const labels: string[] = []
  let at = headerBytes
  for (;;) {
    const size = bytes[at]
    // Names are compressed only in responses.
    if (size === undefined || size > 63 || at + 1 + size > bytes.length) return null
    if (size === 0) break
    labels.push(bytes.toString('latin1', at + 1, at + 1 + size).toLowerCase())
    at += 1 + size
  }
  const end = at + 5
  if (end > bytes.length) return null
  return { question: { name: labels.join('.'), type: nameOfType.get(bytes.readUInt16BE(at + 1)) }, end }
}

/** Repeats the question, as all servers do. Code 3 means that the name does not exist. */
export function writeZoneAnswer(asked: Buffer, end: number, records: readonly ZoneRecord[], code: 0 | 3): Buffer {
  const head = Buffer.from(asked.subarray(0, headerBytes))
  // Marks the response as authoritative, and copies the flag “recursion desired” from the question.
  head.writeUInt16BE(0x8400 | (asked.readUInt16BE(2) & 0x0100) | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, asked.subarray(headerBytes, end), ...records.map(recordBytes)])
}

function recordBytes({ type, name, value }: ZoneRecord): Buffer {
  const data = dataBytes(type, value)
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(types[type], 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(ttl, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([nameBytes(name), fixed, data])
}

function dataBytes(type: ZoneRecord['type'], value: string): Buffer {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number))
    case 'MX': {
      const [priority, host] = value.split(' ') as [string, string]
      const number = Buffer.alloc(2)
      number.writeUInt16BE(Number(priority))
      return Buffer.concat([number, nameBytes(host)])
    }
    case 'TXT': {
      const text = Buffer.from(value)
      const strings: Buffer[] = []
      for (let at = 0; at < text.length; at += longestString) {
        const string = text.subarray(at, at + longestString)
        strings.push(Buffer.of(string.length), string)
      }
      return Buffer.concat(strings)
    }
    default:
      return nameBytes(value)
  }
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'))
  return Buffer.concat([...labels.flatMap((label) => [Buffer.of(label.length), label]), Buffer.of(0)])
}
