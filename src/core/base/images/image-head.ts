import { open } from 'node:fs/promises'
import { imageSize } from 'image-size'

/** Formats displayed by email programs and browsers. The size of each is in the file’s first bytes. */
const contentTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  avif: 'image/avif',
}

/** How many bytes are read. In photos, kilobytes of thumbnails and profiles precede the size. */
const headBytes = 512 * 1024

export type ImageHead = { readonly contentType: string; readonly width: number; readonly height: number }

/** Reads an image’s type and size from its first bytes; null if it isn’t an image. Nothing is decoded. */
export async function readImageHead(path: string): Promise<ImageHead | null> {
  await using file = await open(path)
  const head = Buffer.alloc(headBytes)
  const { bytesRead } = await file.read(head, 0, headBytes, 0)
  return imageHeadOf(head.subarray(0, bytesRead))
}

/** Like `readImageHead`, but takes bytes that have already been read. */
export function imageHeadOf(bytes: Uint8Array): ImageHead | null {
  try {
    const { type, width, height } = imageSize(bytes.subarray(0, headBytes))
    const contentType = contentTypes[type ?? '']
    return contentType === undefined || width < 1 || height < 1 ? null : { contentType, width, height }
  } catch {
    return null
  }
}
