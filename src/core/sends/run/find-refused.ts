/** How a call ended. `other` is any end except acceptance and a refusal as invalid. */
export type CallEnd =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'refused'
      readonly problem: string
      /** Whether the request was too large because of its recipients: calls for fewer are much smaller. */
      readonly isTooLarge?: boolean
    }
  | { readonly kind: 'other' }

type Splitting = {
  readonly call: (index: number) => Promise<CallEnd>
  /** Replaces a call with two. Null if it has only one recipient or if nothing more may be sent. */
  readonly split: (index: number) => Promise<readonly [number, number] | null>
}

/** Maximum number of calls for one batch, including its own: enough to find one recipient among five hundred. */
const mostCalls = 20

/**
 * A service refuses a call for all of its recipients, whichever of them caused the refusal. Splitting the call in half
 * reaches the others. If both halves are refused for the same reason and nobody was accepted, the message is the cause,
 * unless the calls are too large.
 */
export async function findRefused(index: number, { call, split }: Splitting): Promise<void> {
  let left = mostCalls - 1
  let isAccepted = false
  let wasTooLarge = false
  const next = async (at: number): Promise<CallEnd> => {
    left -= 1
    const end = await call(at)
    if (end.kind === 'sent') isAccepted = true
    if (end.kind === 'refused' && end.isTooLarge) wasTooLarge = true
    return end
  }
  // The largest refused call comes first, because splitting it can reach the most recipients.
  const refused = [index]
  while (left >= 2 && refused.length > 0) {
    const halves = await split(refused.shift()!)
    if (halves === null) continue
    const [one, other] = [await next(halves[0]), await next(halves[1])]
    const isSame = one.kind === 'refused' && other.kind === 'refused' && one.problem === other.problem
    const isTooLarge = one.kind === 'refused' && one.isTooLarge === true
    if (isSame && !isAccepted && !isTooLarge) return
    // Finds a size that the service accepts before the other parts are split, too.
    if (one.kind === 'refused') refused[isTooLarge && !isAccepted ? 'unshift' : 'push'](halves[0])
    if (other.kind === 'refused') refused.push(halves[1])
    // A smaller size is known to be accepted, so every part is worth being made smaller.
    if (wasTooLarge && isAccepted) left = Infinity
  }
}
