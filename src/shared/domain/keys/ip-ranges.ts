/** An address, or all addresses that begin with the same bits. */
export type IpRange = {
  readonly family: 4 | 6
  readonly bits: bigint
  /** The number of significant bits; all of them for a single address. */
  readonly prefix: number
}

const widths = { 4: 32, 6: 128 } as const

/**
 * Reads `10.0.0.1`, `10.0.0.0/8` or their IPv6 forms, in the notation that all programs share. Returns null for
 * anything else.
 */
export function readRange(text: string): IpRange | null {
  const [address = '', prefix, ...rest] = text.split('/')
  const found = readAddress(address)
  if (found === null || rest.length > 0) return null
  const width = widths[found.family]
  if (prefix === undefined) return { ...found, prefix: width }
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > width) return null
  return { ...found, prefix: Number(prefix) }
}

/** Why a text cannot be in the list of allowed addresses; undefined if it can. */
export function rangeProblem(text: string): string | undefined {
  const entry = text.trim()
  if (readRange(entry) !== null) return undefined
  const [address = '', prefix] = entry.split('/')
  const withoutZeros = address.replace(/(^|\.)0+(?=\d)/g, '$1')
  if (withoutZeros !== address && readAddress(withoutZeros) !== null) {
    const better = prefix === undefined ? withoutZeros : `${withoutZeros}/${prefix}`
    return `${entry} has leading zeros, which some programs read as a different address. Write ${better}.`
  }
  if (/^\d+(?:\.\d+){1,2}$/.test(address))
    return `${entry} is not a complete address. An IPv4 address has four numbers.`
  const found = readAddress(address)
  if (found !== null) return `The number after the slash must be between 0 and ${widths[found.family]}.`
  return `${entry} is not an IP address. Write it like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`
}

/** Clears the bits after the prefix: `10.0.0.5/8` becomes `10.0.0.0/8`. Returns null for any other text. */
export function withoutHostBits(text: string): string | null {
  const range = readRange(text.trim())
  if (range === null) return null
  const network = networkOf(range)
  if (network === range.bits) return null
  return `${range.family === 4 ? ipv4Text(network) : ipv6Text(network)}/${range.prefix}`
}

export function isWithin(address: string, ranges: readonly string[]): boolean {
  const wanted = readRange(address)
  if (wanted === null) return false
  return ranges.some((text) => {
    const range = readRange(text)
    if (range === null || range.family !== wanted.family || wanted.prefix < range.prefix) return false
    return networkOf(range) === networkOf({ ...wanted, prefix: range.prefix })
  })
}

/** Returns how many addresses a range contains. Null for a single address or any other text. */
export function sizeOf(text: string): bigint | null {
  const range = readRange(text.trim())
  if (range === null || range.prefix === widths[range.family]) return null
  return 1n << BigInt(widths[range.family] - range.prefix)
}

function networkOf({ family, bits, prefix }: IpRange): bigint {
  const host = BigInt(widths[family] - prefix)
  return (bits >> host) << host
}

function readAddress(text: string): Omit<IpRange, 'prefix'> | null {
  const ipv4 = readIpv4(text)
  if (ipv4 !== null) return { family: 4, bits: ipv4 }
  const ipv6 = readIpv6(text)
  return ipv6 === null ? null : { family: 6, bits: ipv6 }
}

function readIpv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4) return null
  let bits = 0n
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null
    bits = (bits << 8n) | BigInt(part)
  }
  return bits
}

function readIpv6(text: string): bigint | null {
  if (text.length > 45) return null
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail] = halves.map((half, index) => groupsOf(half, index === halves.length - 1))
  if (head === null || tail === null || head === undefined) return null
  if (tail === undefined) return head.length === 8 ? joined(head) : null
  const missing = 8 - head.length - tail.length
  return missing < 1 ? null : joined([...head, ...Array<number>(missing).fill(0), ...tail])
}

/** The last group may be an IPv4 address, as in `::ffff:10.0.0.1`. */
function groupsOf(text: string, isLast: boolean): number[] | null {
  if (text === '') return []
  const groups: number[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const ipv4 = isLast && index === parts.length - 1 ? readIpv4(part) : null
    if (ipv4 !== null) groups.push(Number(ipv4 >> 16n), Number(ipv4 & 0xffffn))
    else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return null
  }
  return groups
}

function joined(groups: readonly number[]): bigint | null {
  if (groups.length !== 8) return null
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n)
}

function ipv4Text(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 0xffn)).join('.')
}

/** The longest run of zero groups is written as `::`, unless it is a single group. */
function ipv6Text(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => Number((bits >> BigInt(112 - index * 16)) & 0xffffn))
  let [from, length, run] = [0, 0, 0]
  for (const [index, group] of groups.entries()) {
    run = group === 0 ? run + 1 : 0
    if (run > length) [from, length] = [index + 1 - run, run]
  }
  const written = groups.map((group) => group.toString(16))
  if (length < 2) return written.join(':')
  return `${written.slice(0, from).join(':')}::${written.slice(from + length).join(':')}`
}
