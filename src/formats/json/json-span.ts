/** A record’s position in the scanner’s bytes, and any problem with it. */
export type JsonSpan = {
  start: number
  end: number
  /** Empty if the scanner found no problem. It checks only brackets, quotes and limits. */
  problem: string
}

export type JsonShape = 'none' | 'array' | 'object' | 'lines' | 'foreign'
