import { editDistance } from '#shared/text/edit-distance.ts'
import { shown } from '../readers/fields.ts'

/** The options that the sandbox reads, used to suggest the one that was meant. */
const optionNames = [
  'TAGS',
  'META',
  'SUB',
  'TEMPLATE',
  'TRACKING',
  'DOMAIN',
  'BULK',
  'IPPOOL',
  'TEXTVERSION',
  'BLACKLIST',
  'ANALYTICS',
  'GOOGLEANALYTICS',
] as const

/** The maximum number of letters by which a name may differ from the option that was meant. */
const mostSlips = 2

/**
 * Returns a note on a header line that looks like an option with a different prefix or without one, and undefined for
 * any other line.
 */
export function foreignOption(name: string, prefix: string): string | undefined {
  const word = name.slice(Math.max(name.lastIndexOf('-'), name.lastIndexOf('_')) + 1).toUpperCase()
  const option = optionNames.find((known) => known === word)
  if (option === undefined) return undefined
  return `${plain(name)} was ignored: the prefix here is ${prefix}. Did you mean ${prefix}${option}?`
}

export function isOption(name: string): boolean {
  return optionNames.some((option) => option === name.toUpperCase())
}

export function unknownOption(name: string, prefix: string): string {
  const near = nearestOption(name.slice(prefix.length))
  const hint = near === undefined ? '' : ` Did you mean ${prefix}${near}?`
  return `${plain(name)} was ignored: there is no such option.${hint}`
}

export function unknownInSubject(name: string): string {
  const near = nearestOption(name)
  const hint = near === undefined ? '' : ` Did you mean ${near.toLowerCase()}?`
  return `${plain(name)} in the subject was ignored: there is no such option.${hint}`
}

export const unreadableSubject =
  'The subject seems to begin with options, but they are not valid JSON, so the subject was left unchanged.'

function nearestOption(name: string): string | undefined {
  const given = name.toUpperCase()
  return optionNames
    .map((option) => ({ option, slips: editDistance(given, option, mostSlips) }))
    .filter(({ option, slips }) => slips <= mostSlips && slips < option.length - 1)
    .sort((a, b) => a.slips - b.slips)[0]?.option
}

export function ownHeaderLine(name: string): string {
  return `${plain(name)} was ignored: the sandbox sets this header itself.`
}

function plain(name: string): string {
  return /^[\w-]{1,80}$/.test(name) ? name : shown(name)
}
