import axe from 'axe-core'

/** The rules by their tags. Axe skips the others, such as the one for the size of targets. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The violations that axe finds in the page, or in the part of it that was just opened. */
export async function violations(part = 'html'): Promise<string[]> {
  await colorsAtRest()
  const { violations: found } = await axe.run({ include: [part] }, { runOnly: standards })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

/**
 * A colour in transition is neither the old nor the new one. A transition that reverses (the layout moved away from the
 * pointer) starts another animation, hence the loop.
 */
async function colorsAtRest(): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  for (let some = running(); some.length > 0; some = running()) {
    await Promise.allSettled(some.map(({ finished }) => finished))
  }
}
