import type { FoundText, Plural } from './text.ts'

/** The forms of a plural by the categories of Intl.PluralRules, with `#` for the number. */
export type Forms = { readonly [category: string]: string }

export type MessagePart = string | { readonly name: string; readonly forms?: Forms }

/** The text as a language file names it: `{name} was added to {count, plural, one {# list} other {# lists}}.` */
export function messageOf({ parts }: FoundText): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return quoted(part.replaceAll(/\s+/g, ' '))
      return part.plural ? `{${part.name}, plural, ${formsText(formsOf(part.plural))}}` : `{${part.name}}`
    })
    .join('')
    .trim()
}

function formsOf({ one, other }: Plural): Forms {
  return { one: `# ${one}`, other: `# ${other}` }
}

function formsText(forms: Forms): string {
  return Object.entries(forms)
    .map(([category, form]) => `${category} {${quoted(form)}}`)
    .join(' ')
}

/** Quotes the text’s own braces, so that they don’t count as values. */
function quoted(text: string): string {
  return text.replaceAll(/[{}]/g, "'$&'")
}

/** Reads a message. Throws if its braces don’t match. */
export function readMessage(message: string): MessagePart[] {
  const parts: MessagePart[] = []
  let text = ''
  let at = 0
  const flush = (): void => {
    if (text !== '') parts.push(text)
    text = ''
  }
  while (at < message.length) {
    const quote = /^'([{}])'/.exec(message.slice(at, at + 3))
    if (quote) {
      text += quote[1]
      at += 3
    } else if (message[at] === '{') {
      flush()
      const end = endOf(message, at)
      parts.push(readParam(message.slice(at + 1, end)))
      at = end + 1
    } else if (message[at] === '}') throw new Error(`“${message}” has a } without a {.`)
    else text += message[at++]
  }
  flush()
  return parts
}

function endOf(message: string, from: number): number {
  let depth = 0
  for (let at = from; at < message.length; at++) {
    if (/^'[{}]'/.test(message.slice(at, at + 3))) at += 2
    else if (message[at] === '{') depth++
    else if (message[at] === '}' && --depth === 0) return at
  }
  throw new Error(`“${message}” has a { without a }.`)
}

function readParam(inner: string): MessagePart {
  const [, name, rest] = /^\s*(\w+)\s*(?:,\s*plural\s*,(.*))?$/s.exec(inner) ?? []
  if (name === undefined) throw new Error(`“{${inner}}” is neither a name nor a plural.`)
  if (rest === undefined) return { name }
  const forms: Record<string, string> = {}
  let at = 0
  for (;;) {
    const begun = /^\s*(zero|one|two|few|many|other)\s*(?=\{)/.exec(rest.slice(at))
    if (!begun) break
    const open = at + begun[0].length
    const end = endOf(rest, open)
    forms[begun[1]!] = rest.slice(open + 1, end).replaceAll(/'([{}])'/g, '$1')
    at = end + 1
  }
  if (rest.slice(at).trim() !== '' || forms['other'] === undefined) {
    throw new Error(`The plural “{${inner}}” needs forms such as one {# …} other {# …}, and always other.`)
  }
  return { name, forms }
}
