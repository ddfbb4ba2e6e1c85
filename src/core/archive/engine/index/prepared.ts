import type { DomainCodes } from '../record/recipient-domains.ts'
import type { BuiltBlock } from './build-block.ts'

/** A transaction’s records, and the block that they form if all of them are new. */
export type Prepared = {
  /** The records, each once and in chronological order. */
  pack: Uint8Array<ArrayBuffer>
  domains: DomainCodes
  built: BuiltBlock
}

/** The buffers that can be transferred to another thread instead of being copied. */
export function buffersOf({ pack, domains, built }: Prepared): ArrayBuffer[] {
  const columns = Object.values(built.columns).map(({ buffer }) => buffer)
  const pages = built.dictionary.pages[0]
  return [pack.buffer, domains.codes.buffer, ...columns, ...(pages ? [pages.buffer] : [])] as ArrayBuffer[]
}
