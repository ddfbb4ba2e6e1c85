import { distinctNames } from '#shared/domain/drafts/substitution.ts'

export const partNames = ['subject', 'preheader', 'html', 'text'] as const
export type PartName = (typeof partNames)[number]
export type VariableUse = { readonly name: string; readonly parts: readonly PartName[] }

/**
 * Returns each variable once, as written at its first use, with the parts that use it. `read` must not repeat a name
 * within a part.
 */
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
