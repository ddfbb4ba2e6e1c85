type Round = (share: number) => number

/**
 * A ten-millionth of a percent. Computed values such as 0.97 − 0.95 may differ from the exact one by less than this.
 */
export const limitTolerance = 1e-9
export const mostDecimals = 7

/**
 * The number of decimals that a percentage needs to show which side of its limits it is on: 0.104% against a limit of 0.1%
 * is not shown as 0.1%. `beyond` returns how far the rounded shares are beyond each limit; `usual` applies if no limit is
 * near.
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
