import { refuseLoneSurrogates, surrogateEscape } from '../readers/lone-surrogates.ts'
import type { Fields } from '../readers/fields.ts'
import { isOption, unknownInSubject, unreadableSubject } from './passed-over.ts'

/** The end mark may also occur in a JSON string, so this many positions are tried before the search ends. */
const mostEnds = 20

export type SubjectOptions = {
  /** The subject without the options. */
  subject: string
  /** The options, keyed by their names in `headers`. */
  fields: Fields
  notes: string[]
}

/**
 * Reads `|{"tags":["a"]}| Subject`, a form for programs that can set nothing but the subject. Only `tags` is
 * documented. For the other options, we assume their names in lower case.
 */
export function takeSubjectOptions(
  subject: string,
  { strict, prefix }: { strict: boolean; prefix: string },
): SubjectOptions {
  const untouched = { subject, fields: {}, notes: [] }
  if (strict || !/^\|\{(?!\{)/.test(subject) || !subject.includes('}|')) return untouched
  const found = findOptions(subject)
  if (found === undefined) return { ...untouched, notes: [unreadableSubject] }
  if (surrogateEscape.test(subject)) refuseLoneSurrogates(found.options, 'The subject')
  const given = Object.entries(found.options)
  return {
    subject: found.rest,
    fields: Object.fromEntries(
      given.filter(([name]) => isOption(name)).map(([name, value]) => [prefix + name.toUpperCase(), value]),
    ),
    notes: given.filter(([name]) => !isOption(name)).map(([name]) => unknownInSubject(name)),
  }
}

function findOptions(subject: string): { options: Record<string, unknown>; rest: string } | undefined {
  let end = subject.indexOf('}|')
  for (let tried = 0; end >= 0 && tried < mostEnds; tried++) {
    try {
      // The text begins with a brace, so valid JSON here can only be an object.
      const options = JSON.parse(subject.slice(1, end + 1)) as Record<string, unknown>
      return { options, rest: subject.slice(end + 2).trimStart() }
    } catch {
      end = subject.indexOf('}|', end + 1)
    }
  }
  return undefined
}
