import { faultKinds, type FaultKind } from '#shared/contract/base/faults.ts'

/** These reply instead of the service, or let its reply through: the log has the reply that the program received. */
const keepsReply: readonly string[] = ['status', 'redirect', 'delay']

/** What a fault did to a call, as the label of its switch, and what the reply in the log then is. */
export function faultEffect(kind: string | null): { fault: string | undefined; reply: string } {
  const fault = faultKinds.find((entry) => entry.kind === kind)?.label ?? kind ?? undefined
  return { fault, reply: kind === null || keepsReply.includes(kind) ? 'Reply' : 'Reply before the fault' }
}

/** For a call of Mailroom that failed while faults are on. */
export function faultsSentence(kinds: readonly FaultKind[]): string {
  const labels = [...new Set(kinds)].map((kind) => faultKinds.find((entry) => entry.kind === kind)?.label ?? kind)
  return labels.length === 1
    ? `A fault of the sandbox is on: ${labels[0]}.`
    : `${labels.length} faults of the sandbox are on: ${labels.join(', ')}.`
}
