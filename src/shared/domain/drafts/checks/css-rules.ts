import { cssClients, cssSupport } from './css-support.ts'
import { htmlFinding, type Finding, type Range } from './finding.ts'
import type { CssPiece, MailTree } from './mail-tree.ts'

/** In characters. Gmail drops longer `style` elements. */
const longestStyle = 16_384
const first = 'a'.charCodeAt(0)

/** Matches rules that are meant for one mail program, so that the others don’t have to support them. */
const forOneProgram =
  /x-apple-data-detectors|\[office365\]|\[owa\]|\[data-og|\.externalclass|#outlook|#messageviewbody|\.moz-text-html|^u\s{0,3}[+~]|\.gmail-fix|\[class~=["']?x_/i
/** Initial values of properties. If a mail program drops a declaration with one of these values, nothing changes. */
const initialValue = /^(?:none|normal|auto|visible|static|opacity:1)$/
/** Properties whose absence readers would not notice. */
const unnoticed = new Set(
  ['accent-color', 'animation', 'color-scheme', 'cursor', 'outline-offset', 'resize', 'tab-size', 'transition']
    .concat('user-select', 'text-underline-offset', 'hyphens')
    .map((name) => `property ${name}`),
)

/**
 * Finds CSS that common mail programs drop. Each feature gets one finding with all positions. Also finds `style`
 * elements that are too long.
 */
export function cssFindings(tree: MailTree): Finding[] {
  const found = new Map<string, Range[]>()
  for (const piece of tree.css) {
    for (const key of keysOf(piece)) {
      if (cssSupport[key] === undefined) continue
      const range = { from: piece.from, to: piece.to }
      const known = found.get(key)
      if (known) known.push(range)
      else found.set(key, [range])
    }
  }
  const dropped = [...found].map(([key, ranges]) => {
    const clients = clientsOf(cssSupport[key]!)
    const often = ranges.length > 1 ? ` (${ranges.length} times)` : ''
    const many = clients.length > cssClients.length / 2 && !unnoticed.has(key)
    const text = `${nameOf(key)}${often} is ignored by ${inWords(clients)}. Check that the message looks good without it.`
    return htmlFinding(`css-${key}`, many ? 'warning' : 'hint', ranges, text)
  })
  return [...styleFindings(tree), ...dropped]
}

const ofHead = new Set(['html', 'head', 'title', 'meta', 'link', 'style', 'base', 'script', 'noscript', 'template'])

function styleFindings({ elements }: MailTree): Finding[] {
  const styles = elements.filter(({ name }) => name === 'style')
  const long = styles.filter(({ length }) => length > longestStyle)
  const findings: Finding[] = []
  if (long.length > 0) {
    const text = `A style element has ${long[0]!.length.toLocaleString('en')} characters. Gmail ignores style elements over ${longestStyle.toLocaleString('en')}. Split the element, or inline the CSS.`
    findings.push(
      htmlFinding(
        'style-long',
        'warning',
        long.map(({ range }) => range),
        text,
      ),
    )
  }
  const bodyAt = elements.findIndex(({ name }) => !ofHead.has(name))
  const inBody = bodyAt < 0 ? [] : elements.slice(bodyAt).filter(({ name }) => name === 'style')
  if (inBody.length > 0) {
    const text = 'There is a style element in the body, where Gmail ignores it. Move it to the head, or inline the CSS.'
    findings.push(
      htmlFinding(
        'style-body',
        'warning',
        inBody.map(({ range }) => range),
        text,
      ),
    )
  }
  return findings
}

function keysOf(piece: CssPiece): string[] {
  if (piece.kind === 'selector') return selectorKeys(piece.selector, piece.isNested)
  if (piece.kind === 'at') {
    if (piece.name === 'media' && /yahoo|-ms-high-contrast|-webkit-min-device/i.test(piece.params)) return []
    const features = piece.name === 'media' ? mediaKeys(piece.params) : []
    return [`at ${piece.name}`, ...features]
  }
  const property = piece.property.toLowerCase()
  // A vendor-specific property is meant for the one mail program that supports it. A custom property (`--…`) needs a
  // program that supports `var`.
  if (property.startsWith('mso-') || property.startsWith('-')) return property.startsWith('--') ? ['function var'] : []
  const written = piece.value.trim().toLowerCase()
  if (initialValue.test(property === 'opacity' ? `opacity:${written}` : written)) return []
  // The content of quotation marks and of `url()` is not CSS.
  const value = written.replace(/"[^"]{0,5000}"|'[^']{0,5000}'|url\([^()]{0,2000}\)/g, '""')
  const keys = new Set([`property ${property}`, `value ${property}:${value}`])
  for (const [, name] of value.matchAll(/(?:^|[\s,(])([a-z-]{2,30})\(/g)) keys.add(`function ${name}`)
  for (const [, unit] of value.matchAll(/(?:^|[\s,(+*/-])\d{0,9}\.?\d{1,9}([a-z]{2,4})(?![a-z(])/g))
    keys.add(`unit ${unit}`)
  for (const [word] of value.matchAll(/(?:fit|min|max)-content/g)) keys.add(`keyword ${word}`)
  return [...keys]
}

function mediaKeys(params: string): string[] {
  return ['prefers-color-scheme', 'prefers-reduced-motion', 'orientation', 'hover', 'device-pixel-ratio'].flatMap(
    (name) => (params.toLowerCase().includes(name) ? [`media ${name}`] : []),
  )
}

function selectorKeys(selector: string, isNested: boolean): string[] {
  if (forOneProgram.test(selector)) return []
  const keys = new Set<string>()
  if (isNested) keys.add('nesting')
  // The value of an attribute isn’t a selector.
  const bare = selector.replace(/\[[^\]]{0,500}\]/g, '[]')
  for (const [, name] of bare.matchAll(/::?([a-z-]{1,40})/gi)) keys.add(`pseudo ${name!.toLowerCase()}`)
  if (bare.includes('[]')) keys.add('selector attribute')
  if (bare.includes('>')) keys.add('selector child')
  if (bare.includes('+')) keys.add('selector adjacent-sibling')
  if (bare.includes('~')) keys.add('selector general-sibling')
  if (bare.includes('*')) keys.add('selector universal')
  if (/[.#][\w-]{1,80}[.#]/.test(bare)) keys.add('selector chaining')
  return [...keys]
}

export function clientsOf(letters: string): string[] {
  return [...letters].flatMap((letter) => cssClients[letter.charCodeAt(0) - first] ?? [])
}

export function inWords(clients: readonly string[]): string {
  if (clients.length === cssClients.length) return 'all common mail programs'
  return clients.length < 2 ? clients.join('') : `${clients.slice(0, -1).join(', ')} and ${clients.at(-1)}`
}

function nameOf(key: string): string {
  const [kind = '', ...rest] = key.split(' ')
  const name = rest.join(' ')
  const named: Readonly<Record<string, string>> = {
    at: `@${name}`,
    media: `@media (${name})`,
    function: name === 'var' ? 'A CSS variable' : `${name}()`,
    unit: `The unit ${name}`,
    pseudo: `:${name}`,
    selector: `A selector with ${selectorNames[name] ?? name}`,
    value: name.replace(':', ': '),
    nesting: 'A nested rule',
    important: '!important',
  }
  return named[kind] ?? name
}

const selectorNames: Readonly<Record<string, string>> = {
  attribute: 'an attribute',
  child: '>',
  'adjacent-sibling': '+',
  'general-sibling': '~',
  universal: '*',
  chaining: 'several classes in one',
}
