/** MIME types of the built page’s files. A name with any other extension is not part of the page. */
const types = new Map(
  Object.entries({
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
    json: 'application/json; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    svg: 'image/svg+xml',
    png: 'image/png',
    ico: 'image/x-icon',
    woff2: 'font/woff2',
    wasm: 'application/wasm',
  }),
)

export type PageAsset = {
  /** Relative to the built page’s folder, with `/` as the separator. */
  readonly path: string
  readonly type: string
  /** Whether the name contains a content hash, so that the file may be cached forever. */
  readonly immutable: boolean
}

/**
 * Returns the file of the built page that a URL path refers to, or null. Segments are checked after decoding, and only
 * known forms are allowed, so no spelling of `..` can lead out of the folder.
 */
export function pageAsset(pathname: string): PageAsset | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  const path = decoded === '/' ? 'index.html' : decoded.replace(/^\//, '')
  const parts = path.split('/')
  if (!parts.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(part))) return null
  const type = types.get(path.slice(path.lastIndexOf('.') + 1))
  if (type === undefined) return null
  return { path, type, immutable: parts[0] === 'assets' }
}
