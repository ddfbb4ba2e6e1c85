import type { NumberQuery, Query, Term, TextQuery } from './ast.ts'
import { isHalfMeta, quote } from './scan.ts'

const plain = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}@._+/&#-]*$/u
const plainKey = /^[^\s:"().=\\][^\s:"()=\\]*$/
const operatorWords = new Set(['AND', 'OR', 'NOT'])

/** Writes a query as text that `parse` reads back as the same query. */
export function print(query: Query): string {
  if (query.kind === 'all') return ''
  if (query.kind === 'and')
    return query.parts.map((part) => (part.kind === 'or' ? grouped(part) : print(part))).join(' ')
  if (query.kind === 'or') return query.parts.map(print).join(' OR ')
  if (query.kind === 'not') {
    const group = query.part.kind === 'and' || query.part.kind === 'or'
    return `-${group ? grouped(query.part) : print(query.part)}`
  }
  return printTerm(query)
}

function grouped(query: Query): string {
  return `(${print(query)})`
}

function printTerm(term: Term): string {
  switch (term.kind) {
    case 'text':
      return printText(term)
    case 'value':
      return `${term.field}:${term.whole ? '=' : ''}${value(term.value)}`
    case 'flag':
      return `${term.field}:${term.value ? 'yes' : 'no'}`
    case 'number':
      return `${term.field}:${term.comparison === '=' ? '' : term.comparison}${number(term)}`
    case 'date':
      return `${term.field}:${term.date}`
    case 'last':
      return `last:${term.amount}${term.unit}`
    case 'has':
      return `${metaField(term.key)}*`
  }
}

function printText({ field, key, text, mode }: TextQuery): string {
  const name = field === null ? '' : field === 'meta' ? metaField(key ?? '') : `${field}:`
  if (mode === 'whole') return `${name}=${value(text)}`
  if (mode === 'part') return `${name}*${value(text)}*`
  if (mode === 'words') return `${name}${quote(text)}`
  const isPlain = value(text) === text && !(field === null && isHalfMeta(text))
  return `${name}${isPlain ? text : `${quote(text)}*`}`
}

/** Returns the field for a metadata key, including its colon. */
export function metaField(key: string): string {
  return `meta.${plainKey.test(key) ? key : quote(key)}:`
}

/** Writes a value in the notation used after a field. It is quoted only if necessary. */
export function value(text: string): string {
  return plain.test(text) && !operatorWords.has(text) ? text : quote(text)
}

const sizes = [
  ['gb', 1024 ** 3],
  ['mb', 1024 ** 2],
  ['kb', 1024],
] as const

function number({ field, value: amount }: NumberQuery): string {
  const unit = field === 'size' && amount > 0 ? sizes.find(([, bytes]) => amount % bytes === 0) : undefined
  return unit ? `${amount / unit[1]}${unit[0]}` : String(amount)
}
