type Round = (share: number) => number

/** A ten-millionth of a percent. Computed values such as 0.97 − 0.95 differ from the exact result by less than this. */
export const limitTolerance = 1e-9
export const mostDecimals = 7

/**
 * Returns how many decimals a percentage needs to show on which side of its limits it is: 0.104% with a limit of 0.1%
 * is not shown as 0.1%. `beyond` returns how far the rounded share is beyond each limit. If no limit is near, `usual`
 * is returned.
 */
export function decimalsBeside(beyond: (round: Round) => readonly number[], usual: number): number {
  const real = beyond((share) => share).map(sideOf)
  for (let decimals = usual; decimals < mostDecimals; decimals++) {
    const scale = 10 ** (decimals + 2)
    const shown = beyond((share) => Math.round(share * scale) / scale)
    if (shown.every((difference, at) => sideOf(difference) === real[at])) return decimals
  }
  return mostDecimals
}

function sideOf(difference: number): number {
  return Math.abs(difference) <= limitTolerance ? 0 : Math.sign(difference)
}
