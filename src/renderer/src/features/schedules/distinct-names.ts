type Named = { readonly id: string }

/** Returns names by id. Equal names are numbered, so that the button labels containing them are distinct. */
export function distinctNames<One extends Named>(
  all: readonly One[],
  nameOf: (one: One) => string,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    all.map((one) => {
      const name = nameOf(one)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [one.id, count === 1 ? name : `${name} (${count})`]
    }),
  )
}
