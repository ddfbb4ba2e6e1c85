import type { BridgeCall } from './bridge-call.ts'

export type PageFiles = {
  getPathForFile(file: File): string
  /** Resolves when all files with a path have been copied. */
  copied(): Promise<unknown>
  /** Encodes bytes as text, because calls to the test carry plain data. */
  pack(value: unknown): unknown
}

/**
 * The files of a page: in Electron, a file made by a script has no path, and any other file is on the disk, where the
 * test puts a copy of it. The function is injected into the page as text, so it must not use anything from its
 * module.
 */
export function pageFiles(copies: string, call: (question: BridgeCall) => Promise<unknown>): PageFiles {
  const madeUp = new WeakSet<File>()
  window.File = new Proxy(File, {
    construct(target, parts: ConstructorParameters<typeof File>) {
      const file = new target(...parts)
      madeUp.add(file)
      return file
    },
  })
  const toBase64 = (bytes: Uint8Array) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
    return btoa(text)
  }
  const pack = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return { $bytes: toBase64(value) }
    if (Array.isArray(value)) return value.map(pack)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item)]))
  }
  const copying: Promise<unknown>[] = []
  const copy = async (path: string, file: File) => {
    // A file without bytes may be a folder, which cannot be read.
    const bytes = await file.arrayBuffer().catch(() => null)
    return call({ kind: 'copy', path, base64: bytes && toBase64(new Uint8Array(bytes)) })
  }
  return {
    pack,
    copied: () => Promise.all(copying),
    getPathForFile(file) {
      if (madeUp.has(file)) return ''
      const path = `${copies}/${copying.length + 1}/${file.name}`
      copying.push(copy(path, file))
      return path
    },
  }
}
