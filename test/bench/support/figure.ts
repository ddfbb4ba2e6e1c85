/** One line of a benchmark run: our figure beside that of a peer for the same work in the same run. */
export type Figure = {
  bench: string
  ours: number
  peer: number
  /** ours / peer. The unit says whether more is better. */
  ratio: number
  unit: string
  n: number
  peerName?: string
}

export type Print = (figure: Figure) => void

export function figure(given: Omit<Figure, 'ratio'>): Figure {
  const { bench, ours, peer, ...rest } = given
  return { bench, ours: round(ours), peer: round(peer), ratio: round(ours / peer), ...rest }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
