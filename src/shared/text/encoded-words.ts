/**
 * Whether mail programs would display a different text, because they decode encoded words and drop blanks at the ends
 * of a line.
 */
function wouldChange(text: string): boolean {
  return text.includes('=?') || text !== text.trim()
}

const mailboxLines = new Set(['From', 'Sender', 'To', 'Cc', 'Bcc', 'Reply-To'])

/** Returns the value of a header line. This is the library’s encoding, unless readers would see a different text. */
export function readableHeader(key: string, given: unknown, encoded: string): string {
  if (key === 'Subject' && typeof given === 'string') return wouldChange(given) ? encodedWords(given) : encoded
  if (!mailboxLines.has(key)) return encoded
  return encoded.includes('=?') ? withNames(encoded) : encoded
}

/** Encodes the quoted names of mailboxes. If the local part of an address is quoted, it stays unchanged. */
function withNames(mailboxes: string): string {
  let written = ''
  let at = 0
  for (let start = mailboxes.indexOf('"'); start >= 0; start = mailboxes.indexOf('"', at)) {
    let end = start + 1
    let name = ''
    for (; end < mailboxes.length && mailboxes[end] !== '"'; end++) {
      if (mailboxes[end] === '\\') end++
      name += mailboxes[end] ?? ''
    }
    const isName = mailboxes[end + 1] !== '@' && wouldChange(name)
    written += mailboxes.slice(at, start) + (isName ? encodedWords(name) : mailboxes.slice(start, end + 1))
    at = end + 1
  }
  return written + mailboxes.slice(at)
}

/** The number of characters in an encoded word, which has at most 75 including its frame. */
const mostLetters = 75 - '=?UTF-8?Q?'.length - '?='.length

/** Writes a text as RFC 2047 encoded words, none of which ends inside a character. */
export function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    const letters = encodedCharacter(character)
    if (word.length + letters.length > mostLetters) {
      words.push(word)
      word = ''
    }
    word += letters
  }
  return [...words, word].map((letters) => `=?UTF-8?Q?${letters}?=`).join(' ')
}

function encodedCharacter(character: string): string {
  if (character === ' ') return '_'
  if (/[A-Za-z0-9!*+/-]/.test(character)) return character
  const escaped = encodeURIComponent(character.toWellFormed())
  const isEscaped = escaped.startsWith('%')
  return isEscaped ? escaped.replaceAll('%', '=') : `=${character.charCodeAt(0).toString(16).toUpperCase()}`
}
