import type { DmarcPolicy } from './tree-walk.ts'

export type Alignment = {
  /** The domain of a sender in use. */
  readonly sender: string
  readonly isAligned: boolean
  readonly text: string
}

/** Whether mail from a sender passes DMARC through a signature by `signing`; `own` is the policy of the sender’s domain. */
export function alignmentOf(
  sender: string,
  signing: { readonly domain: string; readonly organization: string },
  own: DmarcPolicy,
): Alignment {
  if (sender === signing.domain) return { sender, isAligned: true, text: 'Aligned: this is the signing domain.' }
  const isStrict = own.record?.adkim === 's'
  const isSame = own.organization !== null && own.organization === signing.organization
  if (!isSame) {
    const text = `Not aligned: ${sender} and ${signing.domain} belong to different organizations. Add ${sender} as a separate domain.`
    return { sender, isAligned: false, text }
  }
  if (isStrict) {
    const text = `Not aligned: the policy of ${sender} requires a signature from exactly this domain (adkim=s).`
    return { sender, isAligned: false, text }
  }
  return {
    sender,
    isAligned: true,
    text: `Aligned: ${sender} and ${signing.domain} both belong to ${signing.organization}.`,
  }
}
