import { isIpv4, isIpv6 } from '../base/ip-address.ts'

export type SpfMechanism = {
  readonly kind: 'mechanism'
  /** The term as written. */
  readonly text: string
  readonly qualifier: '+' | '-' | '~' | '?'
  readonly name: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists'
  /** The name that the term looks up; null for the record’s own domain. Macros remain unexpanded. */
  readonly target: string | null
}
export type SpfTerm =
  | SpfMechanism
  | { readonly kind: 'modifier'; readonly text: string; readonly name: string; readonly value: string }
  | { readonly kind: 'broken'; readonly text: string; readonly why: string }

/** The argument that each mechanism accepts after its name. */
const forms: Readonly<Record<SpfMechanism['name'], 'nothing' | 'name' | 'name and length' | 'maybe a name' | 'ip'>> = {
  all: 'nothing',
  include: 'name',
  exists: 'name',
  ptr: 'maybe a name',
  a: 'name and length',
  mx: 'name and length',
  ip4: 'ip',
  ip6: 'ip',
}

export function isSpf(value: string): boolean {
  return /^v=spf1(?: |$)/i.test(value)
}

/** Returns a record’s terms, without the version. */
export function parseSpf(record: string): SpfTerm[] {
  return record
    .split(' ')
    .slice(1)
    .filter((text) => text !== '')
    .map(parseTerm)
}

function parseTerm(text: string): SpfTerm {
  const modifier = /^([a-z][a-z0-9._-]*)=(.*)$/i.exec(text)
  if (modifier) return parseModifier(text, modifier[1]!.toLowerCase(), modifier[2]!)
  const parts = /^([-+~?]?)([a-z0-9]+)([:/].*)?$/i.exec(text)
  const name = parts?.[2]!.toLowerCase() ?? ''
  if (!parts || !isMechanismName(name)) return broken(text, 'SPF has no such term')
  const rest = parts[3] ?? ''
  const why = problemOf(name, rest)
  if (why !== null) return broken(text, why)
  const qualifier = (parts[1] || '+') as SpfMechanism['qualifier']
  const target = rest.startsWith(':') ? withoutLength(rest.slice(1), forms[name]) : null
  return { kind: 'mechanism', text, qualifier, name, target }
}

function parseModifier(text: string, name: string, value: string): SpfTerm {
  if ((name === 'redirect' || name === 'exp') && !isTarget(value)) return broken(text, 'a domain name must follow =')
  if (!hasWholeMacros(value)) return broken(text, 'it has a % that doesn’t begin a macro')
  return { kind: 'modifier', text, name, value }
}

function problemOf(name: SpfMechanism['name'], rest: string): string | null {
  switch (forms[name]) {
    case 'nothing':
      return rest === '' ? null : 'nothing may follow it'
    case 'name':
      return rest.startsWith(':') && isTarget(rest.slice(1)) ? null : 'a domain name must follow :'
    case 'maybe a name':
      return rest === '' || (rest.startsWith(':') && isTarget(rest.slice(1))) ? null : 'a domain name must follow :'
    case 'name and length': {
      if (!hasGoodLengths(rest)) return 'its prefix length is not valid'
      const bare = rest.replace(lengths, '')
      return bare === '' || (bare.startsWith(':') && isTarget(bare.slice(1))) ? null : 'a domain name must follow :'
    }
    case 'ip':
      return problemOfIp(name === 'ip6', rest)
  }
}

/** Matches prefix lengths, for example `/24`, `//64` or both. */
const lengths = /(?:\/\d{1,9})?(?:\/\/\d{1,9})?$/

function withoutLength(target: string, form: string): string {
  return form === 'name and length' ? target.replace(lengths, '') : target
}

function hasGoodLengths(rest: string): boolean {
  const [, ipv4, ipv6] = /(?:\/(\d{1,9}))?(?:\/\/(\d{1,9}))?$/.exec(rest) ?? []
  return isLength(ipv4, 32) && isLength(ipv6, 128)
}

function isLength(text: string | undefined, most: number): boolean {
  return text === undefined || (/^(?:0|[1-9]\d*)$/.test(text) && Number(text) <= most)
}

function problemOfIp(isSix: boolean, rest: string): string | null {
  const [address = '', length, ...more] = rest.slice(1).split('/')
  if (!rest.startsWith(':') || more.length > 0) return 'an IP address must follow :'
  if (!(isSix ? isIpv6(address) : isIpv4(address))) {
    const family = isSix ? 'IPv6' : 'IPv4'
    return address === '' ? `an ${family} address must follow :` : `the text after : is not an ${family} address`
  }
  return isLength(length, isSix ? 128 : 32) ? null : 'its prefix length is not valid'
}

/** Whether a text is a domain name, possibly with macros: it must end with a top-level label or a macro. */
function isTarget(spec: string): boolean {
  if (spec === '' || !hasWholeMacros(spec) || !/^[\x21-\x7e]+$/.test(spec)) return false
  if (spec.endsWith('}') || /%[%_-]$/.test(spec)) return true
  const labels = spec.replace(/\.$/, '').split('.')
  const top = labels.at(-1)!
  return labels.length > 1 && /^[a-z0-9-]+$/i.test(top) && !/^\d+$/.test(top) && !/^-|-$/.test(top)
}

function hasWholeMacros(text: string): boolean {
  return !text.replace(/%(?:%|_|-|\{[slodiphcrtv]\d{0,3}r?[-.+,/_=]*\})/gi, '').includes('%')
}

function isMechanismName(name: string): name is SpfMechanism['name'] {
  return Object.hasOwn(forms, name)
}

function broken(text: string, why: string): SpfTerm {
  return { kind: 'broken', text, why }
}
