import type { DraftContent } from '../../../contract/base/draft.ts'
import { shortened } from '../../../text/shortened.ts'
import { fieldFinding, type FieldName, type Finding, type Range } from './finding.ts'
import { Grouped } from './grouped.ts'
import type { MailTree } from './mail-tree.ts'

const placeholder = /\{\{[^{}]{1,200}\}\}/g
/** Other services’ variables: `*|NAME|*`, `%%name%%`, `{% name %}`, `[[name]]`, `${name}`, `<%= name %>`. */
const foreign =
  /\*\|[\w:=. -]{1,80}\|\*|%%[\w. -]{1,80}%%|\{%[^%{}]{1,200}%\}|\[\[[\w. -]{1,80}\]\]|\$\{[\w. -]{1,80}\}|<%[^%<>]{1,200}%>/g
/** Blocks and helpers of template languages. */
const block = /^\s{0,9}(?:[#/^>!&~]|else\b|end\b)/

export function withoutPlaceholders(text: string): string {
  return text.replace(placeholder, '')
}

export function isForeignPlaceholder(text: string): boolean {
  return text.match(foreign)?.[0] === text
}

type Problem = Range & { readonly id: string; readonly text: string }

/** Finds placeholders that the service leaves in the message, so that readers would see them. */
function problemsOf(text: string): Problem[] {
  const found: Problem[] = []
  const add = (id: string, from: number, length: number, sentence: string) =>
    found.push({ id, from, to: from + length, text: sentence })
  for (const { 0: written, index } of text.matchAll(foreign)) {
    const sentence = `${shortened(written)} is another service’s placeholder and is sent as written. Write it as {{name}}.`
    add(`foreign ${written}`, index, written.length, sentence)
  }
  for (const { 0: written, index } of text.matchAll(placeholder)) {
    const end = index + written.length
    if (block.test(written.slice(2, -2))) {
      const sentence = `${shortened(written)} is a template-language command that the service doesn’t support. Remove it.`
      add(`block ${written}`, index, written.length, sentence)
    } else if (text[index - 1] === '{' && text[end] === '}') {
      const sentence = `{${shortened(written)}} has three braces, and one stays around the value. Write two.`
      add(`braces ${written}`, index, written.length, sentence)
    }
  }
  const rest = text.replace(placeholder, (written) => ' '.repeat(written.length))
  for (const { 0: written, index } of rest.matchAll(/\{\{[^{}]{0,40}\}?|\{?[^{}]{0,40}\}\}/g)) {
    const shown = text.slice(index, index + written.length).trim()
    const sentence = `“${shortened(shown)}” has braces that don’t match and is sent as written. Write {{name}}.`
    add(`braces ${shown}`, index, written.length, sentence)
  }
  return found
}

/** Checks the placeholders in the HTML’s texts and attributes. */
export function placeholderFindings({ elements, texts }: MailTree): Finding[] {
  const list = new Grouped('placeholder')
  const add = (text: string, range: Range) => {
    if (!/[{}]{2}|\*\||%%|\{%|\[\[|\$\{|<%/.test(text)) return
    for (const { id, text: sentence } of problemsOf(text)) list.add(id, 'error', range, sentence)
  }
  for (const { text, parent, from, to } of texts) {
    // In scripts, braces mean something else.
    if (elements[parent]?.name !== 'script') add(text, { from, to })
  }
  for (const { attributes } of elements) {
    for (const name of ['href', 'src', 'alt', 'title']) {
      const found = attributes.get(name)
      if (found) add(found.value, { from: found.from, to: found.to })
    }
  }
  return list.findings()
}

/**
 * Checks the placeholders in all fields except the HTML. They are filled only in the subject, the preheader and the
 * message, so any others are reported.
 */
export function fieldPlaceholderFindings({
  subject,
  preheader,
  text,
  textMode,
  from,
  replyTo,
  headers,
  meta,
  tags,
  options,
}: DraftContent): Finding[] {
  const filled: [FieldName, string][] = [
    ['subject', subject],
    ['preheader', preheader],
    ['text', textMode === 'written' ? text : ''],
  ]
  const findings = filled.flatMap(([field, value]) =>
    problemsOf(value).map(({ id, text: sentence }) => fieldFinding(`${field}-${id}`, 'error', field, sentence)),
  )
  const fixed: [FieldName, string, readonly string[]][] = [
    ['from', 'The sender’s name', [from.name]],
    ['replyTo', 'The reply-to address', [replyTo.name, replyTo.address]],
    ['options', 'A header line', headers.map(({ value }) => value)],
    ['options', 'The metadata', meta.map(({ value }) => value)],
    ['options', 'A tag', tags],
    ['options', 'The unsubscribe address', [options.unsubscribe]],
  ]
  for (const [field, what, values] of fixed) {
    const written = values.flatMap((value) => value.match(placeholder) ?? [])[0]
    if (written === undefined) continue
    const sentence = `${what} contains ${shortened(written)}, which is filled in only in the subject and the message. Remove it.`
    findings.push(fieldFinding(`fixed ${what}`, 'error', field, sentence))
  }
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()]
}
