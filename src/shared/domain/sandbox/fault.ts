import { faultKinds, faultNumbers, faultTexts, type Fault, type FaultKind } from '../../contract/base/faults.ts'

const kinds = new Set<string>(faultKinds.map((entry) => entry.kind))

/**
 * Reads a fault from untrusted JSON. This is not done by a schema, because loading zod would double the sandbox’s start
 * time.
 */
export function readFault(value: unknown): { fault: Fault } | { error: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { error: 'A fault must be an object.' }
  const given = value as Record<string, unknown>
  if (typeof given.kind !== 'string' || !kinds.has(given.kind)) {
    return { error: `"kind" must be one of ${[...kinds].join(', ')}.` }
  }
  const fault: Fault = { kind: given.kind as FaultKind, path: '*' }
  for (const [name, maxLength] of Object.entries(faultTexts)) {
    const text = given[name] ?? undefined
    if (text === undefined) continue
    if (typeof text !== 'string' || text === '' || text.length > maxLength || /[\r\n]/.test(text)) {
      return { error: `"${name}" must be one line of at most ${maxLength} characters.` }
    }
    Object.assign(fault, { [name]: text })
  }
  for (const [name, { min, max, isWhole }] of Object.entries(faultNumbers)) {
    const number = given[name] ?? undefined
    if (number === undefined) continue
    const isNumber = typeof number === 'number' && number >= min && number <= max
    if (!isNumber || (isWhole && !Number.isInteger(number))) {
      return {
        error: isWhole
          ? `"${name}" must be a whole number from ${min} to ${max}.`
          : `"${name}" must be a number from ${min} to ${max}.`,
      }
    }
    Object.assign(fault, { [name]: number })
  }
  return { fault }
}

/**
 * Matches a path against a pattern in which `*` represents any characters. No regular expression is used, so that no
 * pattern can be slow.
 */
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
