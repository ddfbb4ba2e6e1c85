import { refuseLoneSurrogates, surrogateEscape } from '../readers/lone-surrogates.ts'
import type { Fields } from '../readers/fields.ts'
import { isOption } from './passed-over.ts'

/** A longer comment is content, such as the styles for one mail program. */
const longest = 10_000
const mostComments = 50

/**
 * Reads options from a comment in the HTML, `<!-- {"tags":["a"]} -->`. They have the same names as in a subject. Real
 * programs write these comments, but their exact form is not documented, so bars are accepted, as in a subject. A
 * comment that contains any other name is content.
 */
export function takeContentOptions(
  html: string,
  { strict, prefix }: { strict: boolean; prefix: string },
): { html: string; fields: Fields } {
  let from = strict ? -1 : html.indexOf('<!--')
  for (let tried = 0; from >= 0 && tried < mostComments; tried++) {
    const end = html.indexOf('-->', from)
    if (end < 0) break
    const options = optionsOf(html.slice(from + 4, Math.min(end, from + longest)))
    if (options !== undefined) {
      const fields = Object.entries(options).map(([name, value]) => [prefix + name.toUpperCase(), value])
      return { html: html.slice(0, from) + html.slice(end + 3), fields: Object.fromEntries(fields) as Fields }
    }
    from = html.indexOf('<!--', end)
  }
  return { html, fields: {} }
}

function optionsOf(comment: string): Record<string, unknown> | undefined {
  const text = comment
    .trim()
    .replace(/^\|(?=\{)/, '')
    .replace(/(?<=\})\|$/, '')
  if (!text.startsWith('{"') || !text.endsWith('}')) return undefined
  let options: Record<string, unknown>
  try {
    options = JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
  if (!Object.keys(options).every((name) => name === name.toLowerCase() && isOption(name))) return undefined
  if (surrogateEscape.test(text)) refuseLoneSurrogates(options, 'The comment with options')
  return options
}
