import { faultDefaults, faultKinds, type Fault, type FaultKind } from '#shared/domain/fault.ts'

/** What a switch turns on: the kind with its usual values, on every path. */
function usualFault(kind: FaultKind): Fault {
  const fields: readonly string[] = faultKinds.find((entry) => entry.kind === kind)?.fields ?? []
  return {
    kind,
    path: '*',
    ...(fields.includes('status') && { status: faultDefaults.status }),
    ...(fields.includes('delayMs') && { delayMs: faultDefaults.delayMs }),
    ...(fields.includes('afterBytes') && { afterBytes: faultDefaults.afterBytes }),
    ...(fields.includes('location') && { location: faultDefaults.location }),
  }
}

export function withFault(faults: readonly Fault[], kind: FaultKind, on: boolean): Fault[] {
  const others = faults.filter((fault) => fault.kind !== kind)
  return on ? [...others, usualFault(kind)] : others
}

export function changedFault(faults: readonly Fault[], kind: FaultKind, change: Partial<Fault>): Fault[] {
  return faults.map((fault) => (fault.kind === kind ? { ...fault, ...change } : fault))
}
