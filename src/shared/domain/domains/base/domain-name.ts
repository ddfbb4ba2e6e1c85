import { asciiHost } from '../../base/host-name.ts'
import { bareName } from './bare-name.ts'

/** Names reserved for examples and tests (RFC 2606, RFC 6761), which never resolve. */
const reserved = /(?:^|\.)(?:example|test|invalid|localhost|local)$/

/** Null if the text is not a domain name. Characters beyond ASCII are converted to their DNS form (`xn--…`). */
export function asciiDomain(typed: string): string | null {
  const trimmed = bareName(typed)
  // In a URL, these characters would start a port, a path or another part.
  if (!trimmed.includes('.') || /[\s/:@?#%[\]\\]/.test(trimmed)) return null
  const ascii = asciiHost(trimmed) ?? ''
  const labels = ascii.split('.')
  const isName = labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  return labels.length > 1 && isName && !/^\d+$/.test(labels.at(-1)!) && ascii.length <= 253 ? ascii : null
}

export function isReservedDomain(name: string): boolean {
  return reserved.test(name)
}

/** Letters in other scripts that look like a Latin letter. */
const twins: Readonly<Record<string, string>> = {
  а: 'a',
  ӓ: 'a',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  ӏ: 'l',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  у: 'y',
  х: 'x',
  ԝ: 'w',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  ɡ: 'g',
  ⅼ: 'l',
}

/** Says how a name could deceive people: it resembles a Latin name, or it mixes alphabets. Null if it does neither. */
export function lookAlike(unicode: string): string | null {
  for (const label of unicode.split('.')) {
    if (isAscii(label)) continue
    if (isAscii(latin(label))) return `looks like ${latin(unicode)}`
    const isMixed = /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label)
    if (isMixed) return 'mixes letters of two alphabets'
  }
  return null
}

function latin(text: string): string {
  return [...text].map((letter) => twins[letter] ?? letter).join('')
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}
