/** The place of a record in the scanner's bytes, and what is wrong with it. */
export type JsonSpan = {
  start: number
  end: number
  /** Empty if the brackets and quotes of the record match. */
  problem: string
}

export type JsonShape = 'none' | 'array' | 'object' | 'lines' | 'foreign'
