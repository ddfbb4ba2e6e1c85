import { AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { costOf } from '../../../eslint-rules/regex-cost.ts'

/** A text to try on a regex: a beginning, a part that is repeated, and an end that should make it fail. */
export type Attack = { readonly prefix: string; readonly pump: string; readonly suffix: string }

/** Endings that make most patterns fail. */
const ends = ['', '!', '\n', '\u0000x', 'é\ud800']

/**
 * Attacks on a regex, derived from its syntax: for every repeated part, a text that reaches the part and then repeats
 * it; both together, repeated; and the worst text that the analysis of its cost finds.
 */
export function attacksOn(source: string, flags: string): Attack[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  const found = new Map<string, Attack>()
  const add = (prefix: string, pump: string): void => {
    if (pump === '') return
    for (const suffix of ends) found.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix })
  }
  const worst = costOf(source, flags)
  if (worst !== null) add(worst.prefix, worst.pump)
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max < 16) return
      const before = wordBefore(quantifier, flags)
      for (const pump of wordsOf(quantifier.element, flags)) {
        add(before, pump)
        add('', before + pump)
        add('', pump)
      }
    },
  })
  // A match of the pattern without its last letter, repeated.
  const whole = wordOfAlternative(pattern.alternatives[0]!, flags)
  add('', whole.slice(0, -1))
  add('', whole)
  return [...found.values()]
}

/** A text that matches everything before the part. */
function wordBefore(part: AST.Element, flags: string): string {
  let word = ''
  for (let at: AST.Node = part; at.parent !== null; at = at.parent) {
    if (at.parent.type !== 'Alternative') continue
    const elements: readonly AST.Element[] = at.parent.elements
    const index = elements.indexOf(at as AST.Element)
    word =
      elements
        .slice(0, index)
        .map((element) => wordOf(element, flags))
        .join('') + word
  }
  return word
}

function wordOfAlternative({ elements }: AST.Alternative, flags: string): string {
  return elements.map((element) => wordOf(element, flags)).join('')
}

function wordOf(element: AST.Element, flags: string): string {
  return wordsOf(element, flags)[0] ?? ''
}

/** A few texts that the part matches, the shortest first. */
function wordsOf(element: AST.Element, flags: string): string[] {
  switch (element.type) {
    case 'Assertion':
    case 'Backreference':
      return ['']
    case 'Quantifier': {
      const times = Math.min(Math.max(element.min, 0), 64)
      return wordsOf(element.element, flags).map((word) => word.repeat(times))
    }
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.map((alternative) => wordOfAlternative(alternative, flags)).slice(0, 4)
    default:
      return charactersOf(element.raw, flags)
  }
}

const characters = [...'aA0 _-.:/<>"\'=@,;[]{}()!%+*\\\t\n&#$|?~^`', 'é', '漢', '\u0301', '\u0000']

function charactersOf(raw: string, flags: string): string[] {
  const reads = new RegExp(`^(?:${raw})$`, flags.replace(/[gymd]/g, ''))
  const found = characters.filter((character) => reads.test(character))
  if (found.length > 0) return [found[0]!, found.at(-1)!, found[found.length >> 1]!].slice(0, found.length)
  for (let code = 0; code < 0x3000; code++) {
    if (reads.test(String.fromCharCode(code))) return [String.fromCharCode(code)]
  }
  return []
}
