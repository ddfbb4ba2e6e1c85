import { z } from 'zod'
import { faultKinds, faultNumbers, faultTexts, type Fault, type FaultKind } from '../faults.ts'

const kinds = faultKinds.map(({ kind }) => kind) as [FaultKind, ...FaultKind[]]
export const sandboxFaultKinds = z.array(z.enum(kinds))

const faultNumber = (name: keyof typeof faultNumbers): z.ZodOptional<z.ZodNumber> => {
  const { min, max, isWhole } = faultNumbers[name]
  const number = z.number().min(min).max(max)
  return (isWhole ? number.int() : number).optional()
}

export const sandboxFault = z.strictObject({
  kind: z.enum(kinds),
  path: z.string().max(faultTexts.path),
  method: z.string().max(faultTexts.method).optional(),
  location: z.string().max(faultTexts.location).optional(),
  probability: faultNumber('probability'),
  times: faultNumber('times'),
  status: faultNumber('status'),
  retryAfter: faultNumber('retryAfter'),
  delayMs: faultNumber('delayMs'),
  afterBytes: faultNumber('afterBytes'),
}) satisfies z.ZodType<Fault>
