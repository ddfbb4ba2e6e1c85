import { error, note, warning, type Finding } from '../base/finding.ts'
import { readTags } from '../base/tag-list.ts'
import { readPublicKey } from './public-key.ts'

/** The minimum that receivers accept (RFC 8301). */
const fewestBits = 1024
/** The maximum length of a TXT record string. Input fields for records often truncate longer strings. */
const longestString = 255

export type DkimVerdict = { readonly isRight: boolean; readonly findings: readonly Finding[] }

/**
 * Compares the key published at a selector with the key that the service signs with (`expected`). If that is unknown, judges
 * the published key alone.
 */
export function judgeDkim(found: readonly string[], expected: string | null): DkimVerdict {
  if (found.length > 1) {
    return wrong(
      `There are ${found.length} records at this name. Receivers can use any of them, so keep only the right one.`,
    )
  }
  const record = found[0]!
  const quoted = /^\s*"|"\s*"|\\;/.test(record)
  if (quoted) return wrong('The record contains quotation marks or backslashes. Paste the value without them.')
  const { tags, problems } = readTags(record)
  const key = (tags.get('p') ?? '').replace(/\s+/g, '')
  const version = tags.get('v')
  if (version !== undefined && version !== 'DKIM1')
    return wrong(`The record begins with v=${version}, but v=DKIM1 is the only version. Change it to v=DKIM1.`)
  if (!tags.has('p')) return wrong('The record has no key because p= is missing. Publish the complete record.')
  if (key === '') return wrong('The key is revoked because p= is empty. Publish the key again.')
  if (problems.length > 0) return wrong(`The record can’t be read: ${problems.join('; ')}.`)
  const wanted = expected === null ? null : (readTags(expected).tags.get('p') ?? '').replace(/\s+/g, '')
  if (wanted !== null && wanted !== '') return compared(key, wanted, tags.get('k') ?? 'rsa')
  return judgedAlone(key, tags.get('k') ?? 'rsa')
}

function compared(key: string, wanted: string, keyType: string): DkimVerdict {
  if (key === wanted) return { isRight: true, findings: lengthFindings(key, keyType) }
  if (wanted.startsWith(key)) {
    const missing = wanted.length - key.length
    const reason =
      key.length <= longestString
        ? ` A string in a TXT record can hold ${longestString} characters, so split the key into several strings.`
        : ''
    return wrong(`The key is cut off. The last ${missing} of its ${wanted.length} characters are missing.${reason}`)
  }
  if (key.startsWith(wanted)) return wrong('There is extra text after the key. Remove it.')
  if (key.toLowerCase() === wanted.toLowerCase())
    return wrong('The key’s capitalization was changed. Copy the key again.')
  let at = 0
  while (at < wanted.length && key[at] === wanted[at]) at++
  const isOther = at < 40 && key.length === wanted.length
  const text = isOther
    ? 'This is the wrong key. Publish the one that the service signs with.'
    : `The key has a typing error starting at character ${at + 1}. Copy the key again.`
  return wrong(text)
}

function judgedAlone(key: string, keyType: string): DkimVerdict {
  const read = readPublicKey(key, keyType)
  if (read.kind === 'cut') {
    return wrong(
      `The key is cut off, because only part of it is published. A string in a TXT record can hold ${longestString} characters, so split the key into several strings.`,
    )
  }
  if (read.kind === 'unreadable')
    return wrong('The key has a typing error and can’t be read as a public key. Copy the key again.')
  if (read.kind === 'rsa' && read.bits < fewestBits) {
    return wrong(`The key has ${read.bits} bits. Receivers ignore keys with fewer than ${fewestBits}.`)
  }
  return { isRight: true, findings: lengthFindings(key, keyType) }
}

function lengthFindings(key: string, keyType: string): Finding[] {
  const read = readPublicKey(key, keyType)
  if (read.kind !== 'rsa') return []
  if (read.bits < fewestBits) return [warning(`The key has ${read.bits} bits. Many receivers ignore keys this short.`)]
  return read.bits < 2048 ? [note(`The key has ${read.bits} bits. 2048 bits are recommended.`)] : []
}

function wrong(text: string): DkimVerdict {
  return { isRight: false, findings: [error(text)] }
}
