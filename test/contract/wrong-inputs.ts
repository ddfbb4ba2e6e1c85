import { z } from 'zod'

export type WrongInput = { why: string; input: unknown }

/** A value that no field of the contract accepts: not text, a number, a record, or a list of simple values. */
const wrongValue = [[[]]]

/** Small variations that make a valid input invalid: an extra field, a missing one, or one of another type. */
export function wrongInputs(schema: z.ZodType, valid: unknown): WrongInput[] {
  if (!(schema instanceof z.ZodObject)) {
    return [
      { why: 'an object where nothing is expected', input: { surplus: 1 } },
      { why: 'a text where nothing is expected', input: 'surplus' },
    ]
  }
  const fields = valid as Readonly<Record<string, unknown>>
  const wrong: WrongInput[] = [
    { why: 'a text instead of the fields', input: 'text' },
    { why: 'a list instead of the fields', input: [fields] },
    { why: 'a field too many', input: { ...fields, surplus: 1 } },
  ]
  for (const [name, field] of Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>)) {
    wrong.push({ why: `${name} of another type`, input: { ...fields, [name]: wrongValue } })
    if (field.safeParse(undefined).success) continue
    const { [name]: _left, ...others } = fields
    wrong.push({ why: `${name} missing`, input: others })
  }
  return wrong
}
