export type FileEnd = { isWhole: true } | { isWhole: false; reason: string }

/** Watches a file go by and tells at its end whether it is whole. */
export type EndObserver = {
  push(chunk: Uint8Array): void
  end(): FileEnd
}
