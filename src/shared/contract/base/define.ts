import type { z } from 'zod'

export type Command<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly input: Input
  readonly output: Output
}

export function command<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Command<Input, Output> {
  return { input, output }
}

type Entries = Readonly<Record<string, unknown>>
type Merged<Parts extends readonly Entries[]> = Parts extends readonly [
  infer First extends Entries,
  ...infer Rest extends readonly Entries[],
]
  ? First & Merged<Rest>
  : unknown

/** Joins the tables of all nouns. No type can detect a name that is defined twice, so a duplicate fails at start. */
export function mergeUnique<const Parts extends readonly Entries[]>(...parts: Parts): Merged<Parts> {
  const merged: Record<string, unknown> = {}
  for (const part of parts) {
    for (const [name, entry] of Object.entries(part)) {
      if (name in merged) throw new Error(`The contract names ${name} twice.`)
      merged[name] = entry
    }
  }
  return merged as Merged<Parts>
}
