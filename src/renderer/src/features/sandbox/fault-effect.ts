import { faultKinds } from '#shared/domain/sandbox/fault.ts'

/** These answer in place of the service, or let its answer through: the log has what the program got. */
const whole: readonly string[] = ['status', 'redirect', 'delay']

/** What a fault did to a call, in words of its switch, and what the answer in the log then is. */
export function struck(kind: string | null): { fault: string | undefined; answer: string } {
  const fault = faultKinds.find((entry) => entry.kind === kind)?.label ?? kind ?? undefined
  return { fault, answer: kind === null || whole.includes(kind) ? 'Answer' : 'Answer before the fault spoilt it' }
}
