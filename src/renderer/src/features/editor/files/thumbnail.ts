import type { DraftPart } from '#shared/contract/base/draft.ts'
import type { Host } from '../../../lib/host/host.ts'

/** The size in CSS pixels. Thumbnails are drawn at double the resolution for high-density screens. */
export const thumbnailSize = 40
const drawn = thumbnailSize * 2
/**
 * A small file may declare any number of pixels, and decoding uses four bytes for each. The core also refuses larger
 * images.
 */
const mostPixels = 50_000_000
/** A larger file takes too long to load into the page. */
const mostBytes = 8_000_000

function hasThumbnail({ width, height, size }: DraftPart): boolean {
  return width !== null && height !== null && width * height <= mostPixels && size <= mostBytes
}

/**
 * Decodes an image off the page’s thread, scaled down to the thumbnail size. Returns null if the file gets no thumbnail
 * or can’t be decoded.
 */
export async function thumbnailOf(host: Host, draftId: string, part: DraftPart): Promise<ImageBitmap | null> {
  if (!hasThumbnail(part)) return null
  try {
    const { contentType, base64 } = await host.invoke('drafts.image', { id: draftId, part: part.id })
    const { width, height } = fitted(part.width ?? 1, part.height ?? 1)
    const blob = new Blob([bytesOf(base64)], { type: contentType })
    return await createImageBitmap(blob, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' })
  } catch {
    // Like any other file, a broken image shows the icon for its type.
    return null
  }
}

function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, drawn / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
}
