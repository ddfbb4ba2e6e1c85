/**
 * For axe, and to be run in the page: a colour in transition is neither the old nor the new one. A transition that reverses (the
 * layout moved away from the pointer) starts another animation, hence the loop.
 */
export async function coloursAtRest(): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  for (let some = running(); some.length > 0; some = running()) {
    await Promise.allSettled(some.map(({ finished }) => finished))
  }
}

/** The rules by their tags. Axe skips the others, such as the one for the size of targets. */
export const standards: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The only rule whose result differs between the themes. */
export const contrast = 'color-contrast'

/** Nobody reads what passed, nor the selectors that axe searches for each element. */
export const onlyViolations: { resultTypes: 'violations'[]; selectors: false } = {
  resultTypes: ['violations'],
  selectors: false,
}
