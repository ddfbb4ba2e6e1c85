import { faultKinds, type FaultKind } from '#shared/contract/base/faults.ts'

/**
 * Faults for which the log contains the response that the program received, because they replace the service’s
 * response or pass it on.
 */
const keepsResponse: readonly string[] = ['status', 'redirect', 'delay']

/** Returns the label of a fault’s switch, and the heading for the response in the log. */
export function faultEffect(kind: string | null): { fault: string | undefined; response: string } {
  const fault = faultKinds.find((entry) => entry.kind === kind)?.label ?? kind ?? undefined
  return { fault, response: kind === null || keepsResponse.includes(kind) ? 'Response' : 'Response before the fault' }
}

/** Describes the active faults next to a failed call by Mailroom. */
export function faultsSentence(kinds: readonly FaultKind[]): string {
  const labels = [...new Set(kinds)].map((kind) => faultKinds.find((entry) => entry.kind === kind)?.label ?? kind)
  return labels.length === 1
    ? `A sandbox fault is on: ${labels[0]}.`
    : `${labels.length} sandbox faults are on: ${labels.join(', ')}.`
}
