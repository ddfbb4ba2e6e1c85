import { incomplete, type EndObserver, type FileEnd } from '../base/file-end.ts'

const quote = 0x22

export class CsvEndObserver implements EndObserver {
  #inQuotes = false
  #commas = 0
  #headingCommas = -1
  #lastCommas = -1
  #last = 0
  #isEmpty = true

  push(chunk: Uint8Array): void {
    let inQuotes = this.#inQuotes
    let commas = this.#commas
    let last = this.#last
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (byte === quote) inQuotes = !inQuotes
      else if (!inQuotes && byte === 0x2c) commas += 1
      else if (!inQuotes && (byte === 0x0a || byte === 0x0d)) {
        if (last !== 0x0a && last !== 0x0d) {
          if (this.#headingCommas === -1) this.#headingCommas = commas
          this.#lastCommas = commas
        }
        commas = 0
      }
      last = byte
    }
    if (chunk.length > 0) this.#isEmpty = false
    this.#inQuotes = inQuotes
    this.#commas = commas
    this.#last = last
  }

  end(): FileEnd {
    if (this.#isEmpty) return incomplete('The file is empty.')
    if (this.#inQuotes) return incomplete('A quote is not closed.')
    if (this.#last !== 0x0a && this.#last !== 0x0d) return incomplete('The last line does not end with a line break.')
    return this.#lastCommas === this.#headingCommas ? { isWhole: true } : incomplete('The last row has too few cells.')
  }
}
