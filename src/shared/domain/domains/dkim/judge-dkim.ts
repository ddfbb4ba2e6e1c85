import { error, note, warning, type Finding } from '../base/finding.ts'
import { readTags } from '../base/tag-list.ts'
import { readPublicKey } from './public-key.ts'

/** The minimum that receivers accept (RFC 8301). */
const fewestBits = 1024
/** The longest string of a TXT record. Input fields for records often cut longer ones. */
const longestString = 255

export type DkimVerdict = { readonly isRight: boolean; readonly findings: readonly Finding[] }

/**
 * Compares the key record at a selector with the one that the service signs for; if there is none, the key is judged alone.
 */
export function judgeDkim(found: readonly string[], expected: string | null): DkimVerdict {
  if (found.length > 1) {
    return wrong(
      `There are ${found.length} records at this name. A receiver takes any of them: keep the right one alone.`,
    )
  }
  const record = found[0]!
  const quoted = /^\s*"|"\s*"|\\;/.test(record)
  if (quoted) return wrong('It has quotation marks or backslashes in it. Paste the value without them.')
  const { tags, problems } = readTags(record)
  const key = (tags.get('p') ?? '').replace(/\s+/g, '')
  const version = tags.get('v')
  if (version !== undefined && version !== 'DKIM1')
    return wrong(`It begins with v=${version}; v=DKIM1 is the only version.`)
  if (!tags.has('p')) return wrong('It has no key: p= is missing.')
  if (key === '') return wrong('The key was revoked: p= is empty.')
  if (problems.length > 0) return wrong(`It cannot be read: ${problems.join('; ')}.`)
  const wanted = expected === null ? null : (readTags(expected).tags.get('p') ?? '').replace(/\s+/g, '')
  if (wanted !== null && wanted !== '') return compared(key, wanted, tags.get('k') ?? 'rsa')
  return judgedAlone(key, tags.get('k') ?? 'rsa')
}

function compared(key: string, wanted: string, keyType: string): DkimVerdict {
  if (key === wanted) return { isRight: true, findings: lengthFindings(key, keyType) }
  if (wanted.startsWith(key)) {
    const missing = wanted.length - key.length
    const reason =
      key.length <= longestString ? ` A string of a TXT record holds ${longestString} characters: split it.` : ''
    return wrong(`The key is cut: its last ${missing} of ${wanted.length} characters are missing.${reason}`)
  }
  if (key.startsWith(wanted)) return wrong('Something follows the key. Remove what is behind it.')
  if (key.toLowerCase() === wanted.toLowerCase()) return wrong('Capital letters of the key were changed.')
  let at = 0
  while (at < wanted.length && key[at] === wanted[at]) at++
  const isOther = at < 40 && key.length === wanted.length
  const text = isOther
    ? 'This is another key. The service signs with a different one.'
    : `The key is mistyped from character ${at + 1} on.`
  return wrong(text)
}

function judgedAlone(key: string, keyType: string): DkimVerdict {
  const read = readPublicKey(key, keyType)
  if (read.kind === 'cut') {
    return wrong(
      `The key is cut: it is longer than what is published. A string of a TXT record holds ${longestString} characters: split it.`,
    )
  }
  if (read.kind === 'unreadable') return wrong('The key is mistyped: it cannot be read as a public key.')
  if (read.kind === 'rsa' && read.bits < fewestBits) {
    return wrong(`The key has ${read.bits} bits. Receivers ignore keys of fewer than ${fewestBits}.`)
  }
  return { isRight: true, findings: lengthFindings(key, keyType) }
}

function lengthFindings(key: string, keyType: string): Finding[] {
  const read = readPublicKey(key, keyType)
  if (read.kind !== 'rsa') return []
  if (read.bits < fewestBits) return [warning(`The key has ${read.bits} bits. Many receivers ignore such a short one.`)]
  return read.bits < 2048 ? [note(`The key has ${read.bits} bits; 2048 are recommended.`)] : []
}

function wrong(text: string): DkimVerdict {
  return { isRight: false, findings: [error(text)] }
}
