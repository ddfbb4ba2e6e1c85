import { createRandom } from '#sandbox/base/random.ts'

/** Returns `count` of the items in random order, always the same ones for a seed. */
export function draw<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const left = [...items]
  const random = createRandom(seed)
  const drawn: Item[] = []
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(random.between(0, left.length - 1), 1))
  }
  return drawn
}
