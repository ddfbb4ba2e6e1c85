import { open } from 'node:fs/promises'
import { imageSize } from 'image-size'

/** Formats that mail programs and browsers show; the size of every one is in its first bytes. */
const contentTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  avif: 'image/avif',
}

/** Photos carry kilobytes of thumbnails and profiles before their size. */
const headBytes = 512 * 1024

export type ImageHead = { readonly contentType: string; readonly width: number; readonly height: number }

/** Reads the type and size of an image from its first bytes; null for anything else. Nothing is decoded. */
export async function readImageHead(path: string): Promise<ImageHead | null> {
  await using file = await open(path)
  const head = Buffer.alloc(headBytes)
  const { bytesRead } = await file.read(head, 0, headBytes, 0)
  return imageHeadOf(head.subarray(0, bytesRead))
}

/** The same for bytes that have already been read. */
export function imageHeadOf(bytes: Uint8Array): ImageHead | null {
  try {
    const { type, width, height } = imageSize(bytes.subarray(0, headBytes))
    const contentType = contentTypes[type ?? '']
    return contentType === undefined || width < 1 || height < 1 ? null : { contentType, width, height }
  } catch {
    return null
  }
}
