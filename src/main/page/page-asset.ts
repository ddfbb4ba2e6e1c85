/** Types of the files of the built page; a name with another extension is not part of it. */
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
  /** Relative to the folder of the built page, with `/` between the parts. */
  readonly path: string
  readonly type: string
  /** Whether its name contains a hash of its content, so that it may be cached forever. */
  readonly immutable: boolean
}

/**
 * The file of the built page that a URL's path names, or null. Parts are checked after decoding, and against a list of
 * allowed forms, so that no spelling of `..` can leave the folder.
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
