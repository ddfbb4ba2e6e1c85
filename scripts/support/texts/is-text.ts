const sql =
  /^\(?(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|ALTER|DROP|PRAGMA|BEGIN|SET|DO|COPY|FUNCTION|GRANT|REVOKE|VACUUM|NULL AS) | (?:WHERE|ORDER BY|NOT NULL|<> ALL|LIKE|AS)\b|^row, |::/

/** Icon paths, calls to the service, shortcuts, the beginning of an Authorization header, and URLs. */
const notation = /^M-?\d|^(?:GET|POST|PUT|PATCH|DELETE) \/|^(?:Mod|Alt|Shift|Ctrl|CmdOrCtrl)[+-]|^Bearer |:[/][/]/

/** Names of classes, headers and keys. */
const name = /^(?:(?=.*[a-z])\w*[A-Z]\w*[A-Z]\w*|[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+|(?:Page)?(?:Up|Down)|Arrow\w*)$/

/** Words that are also names of keys, fonts, schemes or parts of file formats. */
const names = new Set(
  'Enter Escape Backspace Tab Home End Space Meta Control Mod Ctrl Alt Shift Arial Bearer Book Workbook Target Rar!'.split(
    ' ',
  ),
)

/** Whether a string looks like prose rather than a key, a URL, a CSS class, SQL or the path of an icon. */
export function isProse(text: string): boolean {
  const trimmed = text.trim()
  // A value, followed by parts of a path or a unit.
  if (trimmed.startsWith('…') && !/\s\p{L}|\p{L}\s|’/u.test(trimmed)) return false
  if (names.has(trimmed) || [sql, notation, name].some((pattern) => pattern.test(trimmed))) return false
  return /^[“"(]?[\p{Lu}…][^<>{}\\=]*\p{Ll}/u.test(trimmed)
}

/** Strings of lower-case words that are not phrases: lists of names, calls of the command line, and class names. */
const list = /^[\w.-]+(?:, [\w.-]+)+$|--|^mailroom |\w-\d|<\//

const common = /\b(?:a|an|and|are|as|at|by|for|from|has|in|is|it|no|not|of|on|or|so|than|that|the|this|to|was|with)\b/

/**
 * Whether a string is a part of a sentence, or a sentence about code. The prose test doesn’t read these, because too many of
 * them are notations.
 */
export function isPhrase(text: string): boolean {
  const trimmed = text.trim()
  if ([sql, notation, list].some((pattern) => pattern.test(trimmed))) return false
  if (trimmed.split(' ').length > 6 && !common.test(trimmed)) return false
  const isSentence = /^[\p{Lu}“"…].* .* .* .*[.:]$/u.test(trimmed)
  const isPart = /^\p{Ll}[\p{L}’-]*[,;:]?(?: [\p{L}\d’“”()…,.;:%·/-]+)+$/u.test(trimmed)
  return isSentence || (isPart && /\p{L}{4}/u.test(trimmed))
}

/** Attributes and component properties whose values are shown to users. */
export const readAttributes =
  /^(?:aria-label|aria-description|alt|placeholder|title|label|hint|text|message|description|name|tip|noun|[a-z]+Label)$/

/**
 * Whether language files contain the texts of a source file. The sandbox’s responses are not translated, because they
 * must be the same as the service’s.
 */
export function isTranslated(path: string): boolean {
  return (
    /^src\/(?!sandbox\/).+\.(?:ts|svelte)$/.test(path) && !/\.(?:test|d)\.ts$|^src\/renderer\/src\/preview\//.test(path)
  )
}
