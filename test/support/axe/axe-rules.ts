/**
 * Runs in the page before axe: during a transition, a colour is neither the old nor the new one. A reversed
 * transition (when the layout moved away from the pointer) starts another animation, hence the loop.
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

/** Axe rules by tag. Axe skips rules without these tags, such as the one for the size of targets. */
export const standards: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The only rule whose result depends on the theme. */
export const contrast = 'color-contrast'

/**
 * Leaves out the passed rules and the selectors of elements, which nothing reads, and the contents of frames: axe
 * would wait half a second for a response from a mail, in which no script runs.
 */
export const onlyViolations: { resultTypes: 'violations'[]; selectors: false; iframes: false } = {
  resultTypes: ['violations'],
  selectors: false,
  iframes: false,
}
