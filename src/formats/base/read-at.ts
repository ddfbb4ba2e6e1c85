import type { FileHandle } from 'node:fs/promises'
import { brokenOff, UnreadableFile } from './unreadable-file.ts'

/** Reads exactly `length` bytes. Throws if the file ends earlier, because it must have been truncated. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let used = 0
  while (used < length) {
    const { bytesRead } = await file.read(bytes, used, length - used, position + used)
    if (bytesRead === 0) throw new UnreadableFile(brokenOff)
    used += bytesRead
  }
  return bytes
}
