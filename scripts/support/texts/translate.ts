import { textsInCode } from './find-in-code.ts'
import { textsInComponent } from './find-in-component.ts'
import { messageOf, readMessage, type MessagePart } from './message.ts'
import type { FoundText, Param, Span } from './text.ts'

/** The translations of a language by the English message. */
export type Language = ReadonlyMap<string, string>

export function findTexts(path: string, source: string): FoundText[] {
  const found = path.endsWith('.svelte') ? textsInComponent(source) : textsInCode(source)
  // A count in the markup is found twice: by itself, and as a value of the text around it.
  const values = new Set(found.flatMap(({ parts }) => (parts.length > 1 ? parts.flatMap(placeOf) : [])))
  return found.filter(({ start, parts }) => parts.length > 1 || typeof parts[0] === 'string' || !values.has(start))
}

/** The source with its texts in another language. A text without a translation stays in English. */
export function translate(path: string, source: string, language: Language): string {
  // A text comes before the texts within its values.
  const texts = findTexts(path, source).toSorted((one, other) => one.start - other.start || other.end - one.end)
  const within = ({ start, end }: Span): string => {
    let written = ''
    let at = start
    for (const text of texts) {
      if (text.start < at || text.end > end) continue
      const translation = language.get(messageOf(text))
      if (translation === undefined) continue
      written += source.slice(at, text.start) + write(text, { translation, source, within })
      at = text.end
    }
    return written + source.slice(at, end)
  }
  return within({ start: 0, end: source.length })
}

const placeOf = (part: FoundText['parts'][number]): number[] => (typeof part === 'string' ? [] : [part.start])

type Writing = { translation: string; source: string; within: (span: Span) => string }

function write(text: FoundText, { translation, source, within }: Writing): string {
  const parts = readMessage(translation)
  const params = new Map(text.parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.name, part] as const])))
  const used = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]))
  const wrong = [...params.keys(), ...used].find((name) => !params.has(name) || !used.includes(name))
  if (wrong !== undefined) {
    throw new Error(`“${translation}” must have the same values in braces as “${messageOf(text)}”: see {${wrong}}.`)
  }
  const valueOf = (part: Exclude<MessagePart, string>): string => valueOfParam(params.get(part.name)!, part, within)
  if (text.place === 'markup') {
    const [, before = '', , after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(source.slice(text.start, text.end)) ?? []
    const values = parts.map((part) => `{${typeof part === 'string' ? JSON.stringify(part) : valueOf(part)}}`)
    return before + values.join('') + after
  }
  const [only] = parts
  if (text.place === 'expression') {
    if (parts.length === 1 && only !== undefined) return typeof only === 'string' ? JSON.stringify(only) : valueOf(only)
    return template(parts, valueOf)
  }
  const value =
    parts.length === 1 && typeof only === 'string'
      ? JSON.stringify(only)
      : template(parts, (part) => `(${valueOf(part)}) ?? ''`)
  return `${text.attribute}={${value}}`
}

function template(parts: readonly MessagePart[], valueOf: (part: Exclude<MessagePart, string>) => string): string {
  const written = parts.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[`\\]|\$(?=\{)/g, '\\$&') : `\${${valueOf(part)}}`,
  )
  return `\`${written.join('')}\``
}

function valueOfParam(param: Param, { forms }: Exclude<MessagePart, string>, within: (span: Span) => string): string {
  if (!param.plural || !forms) return within(param)
  const { formats, count } = param.plural
  return `plural(${within(formats)}, ${within(count)}, ${JSON.stringify(forms)})`
}
