import { distinctNames } from '#shared/domain/drafts/substitution.ts'

export const partNames = ['subject', 'preheader', 'html', 'text'] as const
export type PartName = (typeof partNames)[number]
export type VariableUse = { readonly name: string; readonly parts: readonly PartName[] }

/** Each variable once, as first written, with the parts that use it. The names within a part are distinct. */
export function variableUses(
  read: readonly { readonly part: PartName; readonly names: readonly string[] }[],
): VariableUse[] {
  const parts = new Map<string, PartName[]>()
  for (const { part, names } of read) {
    for (const name of names) {
      const known = parts.get(name.toLowerCase())
      if (known) known.push(part)
      else parts.set(name.toLowerCase(), [part])
    }
  }
  const names = distinctNames(read.flatMap((one) => one.names))
  return names.map((name) => ({ name, parts: parts.get(name.toLowerCase()) ?? [] }))
}
