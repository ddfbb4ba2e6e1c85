import { faultKinds } from '#shared/contract/base/faults.ts'

/** These reply instead of the service, or let its reply through: the log has the reply that the program received. */
const keepsReply: readonly string[] = ['status', 'redirect', 'delay']

/** What a fault did to a call, as the label of its switch, and what the reply in the log then is. */
export function faultEffect(kind: string | null): { fault: string | undefined; reply: string } {
  const fault = faultKinds.find((entry) => entry.kind === kind)?.label ?? kind ?? undefined
  return { fault, reply: kind === null || keepsReply.includes(kind) ? 'Reply' : 'Reply before the fault' }
}
