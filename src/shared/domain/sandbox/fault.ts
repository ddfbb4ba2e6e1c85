import {
  faultKinds,
  faultLimits,
  longestFaultText,
  type FaultKind,
  type FaultNumber,
} from '../../contract/fault-kinds.ts'
import type { Fault } from '../../contract/sandbox.ts'

export { faultDefaults, faultKinds, type FaultKind } from '../../contract/fault-kinds.ts'
export type { Fault } from '../../contract/sandbox.ts'

const kinds = new Set<string>(faultKinds.map((entry) => entry.kind))
const numbers = Object.keys(faultLimits) as FaultNumber[]
/** Reads one fault from untrusted JSON; the sentence says what is wrong with it. */
export function readFault(value: unknown): { fault: Fault } | { error: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { error: 'A fault is an object.' }
  const given = value as Record<string, unknown>
  if (typeof given.kind !== 'string' || !kinds.has(given.kind)) {
    return { error: `"kind" is one of ${[...kinds].join(', ')}.` }
  }
  const fault: Fault = { kind: given.kind as FaultKind, path: '*' }
  for (const name of ['path', 'method', 'location'] as const) {
    const text = given[name] ?? undefined
    if (text === undefined) continue
    if (typeof text !== 'string' || text === '' || text.length > longestFaultText || /[\r\n]/.test(text)) {
      return { error: `"${name}" is a text on one line.` }
    }
    fault[name] = text
  }
  for (const name of numbers) {
    const number = given[name] ?? undefined
    if (number === undefined) continue
    const { min, max, isWhole } = faultLimits[name]
    if (typeof number !== 'number' || !(number >= min && number <= max)) {
      return { error: `"${name}" is a number from ${min} to ${max}.` }
    }
    if (isWhole && !Number.isInteger(number)) return { error: `"${name}" is a whole number.` }
    Object.assign(fault, { [name]: number })
  }
  return { fault }
}

/** A pattern of literal runs and `*`; matched by hand, so that no pattern can be slow. */
export function matchesPath(pattern: string, path: string): boolean {
  const runs = pattern.split('*')
  if (runs.length === 1) return pattern === path
  const first = runs[0] ?? ''
  const last = runs[runs.length - 1] ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const run of runs.slice(1, -1)) {
    const found = path.indexOf(run, at)
    if (found < 0) return false
    at = found + run.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}
