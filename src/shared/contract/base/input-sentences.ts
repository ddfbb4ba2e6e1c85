import type { z } from 'zod'
import { labels } from './field-labels.ts'

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
}

const reload = 'Reload Mailroom and try again.'
const longestName = 80

type Issue = z.core.$ZodRawIssue

/**
 * Returns the label of the innermost field that has one. Null if no field in the path has a label, in which case the
 * request itself is invalid.
 */
export function fieldLabel(command: string, path: readonly PropertyKey[]): string | null {
  for (let end = path.length; end > 0; end--) {
    const [parent, name] = [end > 1 ? path[end - 2] : '', path[end - 1]]
    if (typeof name !== 'string') continue
    const label = [`${command}.${name}`, `${String(parent)}.${name}`, name].find((key) => Object.hasOwn(labels, key))
    if (label !== undefined) return labels[label]!
  }
  return null
}

/**
 * Returns a function that describes an input error in a sentence. The sentence contains the field’s name on the screen,
 * but never its value.
 */
export function inputSentence(command: string): (issue: Issue) => string {
  return (issue) => {
    const path = issue.path ?? []
    if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys)
    const label = fieldLabel(command, path)
    if (label === null) return `Mailroom can’t read this request. ${reload}`
    const index = path.findLast((part) => typeof part === 'number')
    const field = index === undefined ? `the ${label}` : `entry ${index + 1} of the ${label}`
    return sentence(issue, field)
  }
}

function sentence(issue: Issue, field: string): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `The request is missing ${field}. ${reload}`
      return unreadable(field, kinds[issue.expected] ?? 'the documented form')
    case 'invalid_value':
      return `Mailroom doesn’t recognize this value for ${field}. Choose one of these: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return tooMuch(issue.origin, Number(issue.maximum), field)
    case 'too_small':
      return tooLittle(issue.origin, Number(issue.minimum), field)
    case 'invalid_key':
      return `A name in ${field} is too long. Shorten the name.`
    case 'invalid_format':
      if (issue.format === 'uuid')
        return `${capitalized(field)} is incomplete or mistyped. Copy the whole ID or link again.`
      return unreadable(field, 'the documented form')
    default:
      return unreadable(field, 'the documented form')
  }
}

function tooMuch(origin: string, most: number, field: string): string {
  const limit = `The limit for ${field} is ${count(most)}`
  if (origin === 'string') return `${limit} characters. Shorten the text.`
  if (origin === 'array') return `${limit} entries. Remove some entries.`
  return `${limit}. Enter a smaller number.`
}

function tooLittle(origin: string, least: number, field: string): string {
  if (origin === 'string' && least === 1) return `${capitalized(field)} is empty. Enter a value.`
  const limit = `The minimum for ${field} is ${count(least)}`
  if (origin === 'string') return `${limit} characters. Enter a longer text.`
  if (origin === 'array') return `${limit} entries. Add more entries.`
  return `${limit}. Enter a larger number.`
}

function unreadable(field: string, form: string): string {
  return `Mailroom can’t read ${field}. Use ${form}.`
}

function unknownFields(names: readonly string[]): string {
  const [first = ''] = names
  const others = names.length > 1 ? ` and ${count(names.length - 1)} more` : ''
  return `This version of Mailroom doesn’t recognize the field “${first.slice(0, longestName)}”${others}. ${reload}`
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function capitalized(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1)
}
