import { incomplete, type EndObserver, type FileEnd } from '../base/file-end.ts'

const endRecordLength = 22
const longestComment = 0xffff

export class ZipEndObserver implements EndObserver {
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer = Buffer.alloc(0)
  #total = 0

  push(chunk: Uint8Array): void {
    this.#total += chunk.length
    if (this.#head.length < 4) this.#head = Buffer.concat([this.#head, chunk.subarray(0, 4)]).subarray(0, 4)
    const kept = endRecordLength + longestComment
    const part = chunk.length > kept ? chunk.subarray(chunk.length - kept) : chunk
    const all = Buffer.concat([this.#tail, part])
    this.#tail = all.length > kept ? all.subarray(all.length - kept) : all
  }

  end(): FileEnd {
    if (this.#total === 0) return incomplete('The file is empty.')
    if (this.#head.toString('latin1') !== 'PK\x03\x04') return incomplete('The file is not a zip archive.')
    for (let at = this.#tail.length - endRecordLength; at >= 0; at -= 1) {
      if (this.#tail.readUInt32LE(at) === 0x06054b50 && this.#fits(at)) return { isWhole: true }
    }
    return incomplete('The archive’s end record is missing.')
  }

  /**
   * The record must end exactly at the end of the file, and the directory right before the record. In a ZIP64 archive,
   * other records come between the two, so the end of the directory is not checked.
   */
  #fits(at: number): boolean {
    const tail = this.#tail
    if (at + endRecordLength + tail.readUInt16LE(at + 20) !== tail.length) return false
    const directoryEnd = tail.readUInt32LE(at + 12) + tail.readUInt32LE(at + 16)
    const isZip64 = at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50
    return isZip64 || directoryEnd === this.#total - tail.length + at
  }
}
