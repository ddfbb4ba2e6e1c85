import { AppError } from '#shared/contract/base/error.ts'
import type { ImageHead } from './image-head.ts'

const mostImageBytes = 15 * 1024 ** 2
/** Decoding needs four bytes per pixel, and a small file may claim any number of pixels. */
const mostPixels = 50_000_000

export function isTooLargeToShow({ width, height }: ImageHead, size: number): boolean {
  return width * height > mostPixels || size > mostImageBytes
}

/** Throws if the page must not decode an image, because its type is not supported or the image is too large. */
export function refuseToShow(head: ImageHead | null, size: number): asserts head is ImageHead {
  if (!head)
    throw new AppError(
      'not-an-image',
      'This file is not a PNG, JPEG, GIF, WebP, BMP or AVIF image, so it can’t be shown.',
    )
  if (isTooLargeToShow(head, size)) throw new AppError('image-too-large', 'This image is too large to be shown here.')
}
