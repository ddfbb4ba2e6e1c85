import { faultDefaults, faultKinds, type Fault, type FaultKind } from '#shared/contract/base/faults.ts'
import { readFault } from '#shared/domain/sandbox/fault.ts'

/** Returns the fault that a switch turns on: one of the given kind with default values, on every path. */
function defaultFault(kind: FaultKind): Fault {
  const fields = fieldsOf(kind)
  return {
    kind,
    path: '*',
    ...(fields.includes('status') && { status: faultDefaults.status }),
    ...(fields.includes('delayMs') && { delayMs: faultDefaults.delayMs }),
    ...(fields.includes('afterBytes') && { afterBytes: faultDefaults.afterBytes }),
    ...(fields.includes('location') && { location: faultDefaults.location }),
  }
}

/** Turns a kind on with the given faults. A program may have set several faults of the same kind. */
export function withKind(
  faults: readonly Fault[],
  kind: FaultKind,
  switchedOn: readonly Fault[] = [defaultFault(kind)],
): Fault[] {
  return [...withoutKind(faults, kind), ...switchedOn]
}

export function withoutKind(faults: readonly Fault[], kind: FaultKind): Fault[] {
  return faults.filter((fault) => fault.kind !== kind)
}

export type FaultField = 'path' | 'location' | 'probability' | 'status' | 'retryAfter' | 'delayMs' | 'afterBytes'

type Shown = {
  label: string
  hint?: string
  unit?: string
  optional?: boolean
  min?: number
  max?: number
  step?: number
}

/** The fields in display order. */
export const faultFields: Readonly<Record<FaultField, Shown>> = {
  path: { label: 'Paths', hint: 'Use * for any text, as in /statistics/*' },
  probability: { label: 'Share of calls', unit: '%', min: 0, max: 100, step: 10 },
  status: { label: 'Status' },
  retryAfter: { label: 'Retry-After', unit: 's', optional: true },
  delayMs: { label: 'Delay', unit: 'ms' },
  afterBytes: { label: 'After', unit: 'bytes' },
  location: { label: 'Redirect to' },
}

/** Every kind has paths and a share of calls; its other fields depend on the kind. */
export function fieldsOf(kind: FaultKind): FaultField[] {
  const own: readonly string[] = faultKinds.find((entry) => entry.kind === kind)?.fields ?? []
  const names = Object.keys(faultFields) as FaultField[]
  return names.filter((name) => name === 'path' || name === 'probability' || own.includes(name))
}

/** Returns the text that a field shows for a fault. If a program omitted the value, the default is shown. */
export function shownValue(fault: Fault, name: FaultField): string | number | undefined {
  // Rounded, because 0.07 * 100 is 7.000000000000001.
  if (name === 'probability') return Math.round((fault.probability ?? 1) * 1e8) / 1e6
  return fault[name] ?? defaultFault(fault.kind)[name]
}

/** Applies text typed into one of a fault’s fields. An empty field means the default value. */
export function typedFault(fault: Fault, name: FaultField, text: string): { fault: Fault } | { error: string } {
  const typed = text.trim()
  const isShare = name === 'probability'
  const isText = name === 'path' || name === 'location'
  const value =
    typed === '' ? defaultFault(fault.kind)[name] : isText ? typed : isShare ? Number(typed) / 100 : Number(typed)
  const read = readFault({ ...fault, [name]: value })
  if ('error' in read && isShare) return { error: 'Enter a number from 0 to 100.' }
  // Drops the name of the value from the error, because the field’s label shows it.
  return 'error' in read ? { error: read.error.replace(/^"\w+" must be/, 'Enter') } : read
}

export function withField(faults: readonly Fault[], before: Fault, changed: Fault): Fault[] {
  return faults.map((fault) => (fault === before ? changed : fault))
}
