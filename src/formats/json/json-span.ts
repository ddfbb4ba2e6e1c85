/** Where a record lies in the scanner's bytes, or what is wrong with it. */
export type JsonSpan = {
  start: number
  end: number
  /** Empty for a record whose brackets and quotes fit. */
  problem: string
}

export type JsonShape = 'none' | 'array' | 'object' | 'lines' | 'foreign'
