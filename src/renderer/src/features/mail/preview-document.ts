export const previewModes = ['desktop', 'phone', 'dark', 'forced-dark', 'no-images'] as const
export type PreviewMode = (typeof previewModes)[number]

/** The narrowest window of a desktop mail program. Phone styles mostly apply up to 600 or 640 pixels. */
const desktopWidth = 700

/** Returns the minimum width at which the document is laid out; a phone uses the width of its frame. */
export function layoutWidth(mode: PreviewMode): number {
  return mode === 'phone' ? 0 : desktopWidth
}

/** Our policy precedes everything in the message, so the first occurrence is ours. */
const ownPolicy = 'img-src data:'
const ownStyleEnd = '</style>'

/** Images keep their colours when everything else is inverted. */
const pictures =
  '<style>img,video,svg,[background],[style*="background-image"],[style*="url("]{filter:invert(1) hue-rotate(180deg)}</style>'
/** Restores the colour schemes that a message declares in a `meta` element, since all such elements are removed. */
const followsScheme = '<style>:root{color-scheme:light dark}</style>'
const schemeMeta = /<meta\s[^>]{0,300}name\s{0,3}=\s{0,3}["']?(?:supported-)?color-schemes?["'\s][^>]{0,300}>/gi

export function documentFor(mode: PreviewMode, document: string, html: string): string {
  if (mode === 'no-images') return document.replace(ownPolicy, "img-src 'none'")
  if (mode === 'forced-dark') return afterOwnStyle(document, pictures)
  const metas = html.match(schemeMeta) ?? []
  if (mode === 'dark' && metas.some((meta) => /dark/i.test(meta))) return afterOwnStyle(document, followsScheme)
  return document
}

/** Inserts our rules before anything in the message. */
export function afterOwnStyle(document: string, added: string): string {
  const at = document.indexOf(ownStyleEnd) + ownStyleEnd.length
  return document.slice(0, at) + added + document.slice(at)
}
