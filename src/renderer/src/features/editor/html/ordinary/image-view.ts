import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'

/** Returns a `data:` address for an image’s content id, once available. */
type ImageOf = (contentId: string) => string | undefined

export function imageView({ attrs }: Node, imageOf: ImageOf): NodeView {
  const dom = document.createElement('img')
  dom.alt = String(attrs['alt'] ?? '')
  dom.dataset['source'] = String(attrs['src'])
  const width = Number.parseInt(String(attrs['width'] ?? ''), 10)
  if (width > 0) dom.width = width
  showImage(dom, imageOf)
  return { dom }
}

/** Shows an image only if its bytes are already loaded or are part of its address. */
export function showImage(image: HTMLImageElement, imageOf: ImageOf): void {
  const source = image.dataset['source'] ?? ''
  const address = /^cid:/i.test(source) ? imageOf(source.slice(4)) : undefined
  const shown = address ?? (/^data:image\/(?:png|jpe?g|gif|webp);/i.test(source) ? source : undefined)
  if (shown) image.src = shown
  image.classList.toggle('unknown', !shown)
  image.title = shown ? '' : source.slice(0, 300)
}
