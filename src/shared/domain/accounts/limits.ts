type Limits = { readonly readOnly: boolean; readonly recipientAllowList: readonly string[] }

export type Widening = {
  /** Whether the account is no longer read-only. */
  readonly writes: boolean
  /** Addresses and domains to which mail can be sent from now on; `everybody` if there is no longer a list. */
  readonly recipients: readonly string[] | 'everybody'
}

/** Returns the permissions that the changed account gains; null if it gains none. */
export function wideningOf(before: Limits, after: Limits): Widening | null {
  const writes = before.readOnly && !after.readOnly
  const recipients = newRecipients(before.recipientAllowList, after.recipientAllowList)
  return writes || recipients.length > 0 ? { writes, recipients } : null
}

function newRecipients(before: readonly string[], after: readonly string[]): readonly string[] | 'everybody' {
  if (before.length === 0) return []
  if (after.length === 0) return 'everybody'
  const allowed = new Set(before.map((entry) => entry.trim().toLowerCase()))
  return after.filter((entry) => {
    const plain = entry.trim().toLowerCase()
    return !allowed.has(plain) && !allowed.has(plain.slice(plain.lastIndexOf('@')))
  })
}
