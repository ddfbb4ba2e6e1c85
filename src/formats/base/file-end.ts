export type FileEnd = { isWhole: true } | { isWhole: false; reason: string }

/** Watches a file as it passes through and reports at its end whether the file is complete. */
export type EndObserver = {
  push(chunk: Uint8Array): void
  end(): FileEnd
}

export function incomplete(reason: string): FileEnd {
  return { isWhole: false, reason }
}
