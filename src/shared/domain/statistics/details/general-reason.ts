/** In characters. Longer reasons are cut: the rest consists of links to help pages and the text of complete emails. */
export const longestReason = 300

/** Written in place of an address, an id or a number, because these differ from message to message. */
const gap = '…'

/** Removes the message-specific parts from a reason, so that equal reasons share a line. SMTP codes are kept. */
export function generalReason(raw: string): string {
  const general: string[] = []
  for (const token of raw.slice(0, longestReason).split(/[\s\p{Cc}]+/u)) {
    const shown = generalToken(token, general.length)
    if (shown !== '' && (shown !== gap || general.at(-1) !== gap)) general.push(shown)
  }
  return general.join(' ')
}

const before = '<([{"\'“‘«'
const after = '>)]}"\'”’».,;:!?'

function generalToken(token: string, at: number): string {
  let from = 0
  let to = token.length
  while (from < to && before.includes(token[from]!)) from++
  while (to > from && after.includes(token[to - 1]!)) to--
  const core = token.slice(from, to)
  return core === '' ? token : token.slice(0, from) + generalCore(core, at) + token.slice(to)
}

const enhancedCode = /^[245]\.\d{1,3}\.\d{1,3}$/
/** Matches `550` and, in a multi-line reply, `550-5.1.1`. */
const replyCode = /^[245]\d\d(?:-[245]\.\d{1,3}\.\d{1,3})?$/
/** A number after this position isn’t a reply code but an ordinary number. */
const lastCodeAt = 5
/** Short words such as `S3150` or `OFR2` are names that receiving servers give their rules. */
const ruleName = /^[a-z]{1,4}\d{1,4}$/i
/** Longer words are ids: no language used by servers has words of this length. */
const longestPlainWord = 40

function generalCore(core: string, at: number): string {
  if (enhancedCode.test(core) || (at <= lastCodeAt && replyCode.test(core))) return core.replace('-', ' ')
  if (core.includes('://') || core.startsWith('www.') || /^[\da-f]*(?::[\da-f]*){2,}$/i.test(core)) return gap
  const cut = core.search(/[=:;]/)
  if (cut >= 0) return generalToken(core.slice(0, cut), at) + core[cut]! + generalToken(core.slice(cut + 1), at)
  if (core.includes('@') || core.length > longestPlainWord) return gap
  return !/\d/.test(core) || ruleName.test(core) ? core : gap
}
