import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { policyOfPage } from '#core/node/index.ts'
import { Refusal } from './refusal.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Larger files are read in chunks for each response. Otherwise, strangers could fill the memory by requesting them and
 * never reading.
 */
const mostHeld = 128 * 1024

type StaticFile = { path: string; packed: string | null; described: Described | null }
type Content = { path: string; size: number; held: Buffer | null }
type Described = { etag: string; plain: Content; packed: Content | null; document: Document | null }
/** `policy` allows the document’s import map, and `digest` identifies the document. */
type Document = { policy: string; digest: string }

/**
 * Serves the built page. Its files are listed once and requests are looked up by their full path. No path is ever built
 * from a request, so path traversal is impossible. The build puts a `.gz` next to each file that compresses well. Files
 * for the first page load are read synchronously: the rest of the app is still loading then and blocks the event loop for
 * 10 ms or more at a time, which would delay every step of an asynchronous read.
 */
export class StaticPages {
  readonly #folder: string
  readonly #icon: string
  #listing: ReadonlyMap<string, StaticFile> | null = null

  /** `icon` is the app’s icon, which browsers request under a name that no page mentions. */
  constructor(folder: string, icon: string) {
    this.#folder = folder
    this.#icon = icon
  }

  /**
   * Returns a digest of the document that is served, which itself contains the digests of all other files. The files on
   * disk can’t be used, because another build may have replaced them. Empty if there is no page.
   */
  build(): string {
    const file = (this.#listing ??= list(this.#folder, this.#icon)).get('/index.html')
    if (file) return (file.described ??= describe(file)).document?.digest ?? ''
    this.#listing = null
    return ''
  }

  async serve(urlPath: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const files = (this.#listing ??= list(this.#folder, this.#icon))
    if (!files.has('/index.html')) {
      this.#listing = null
      throw new Refusal(
        503,
        'page-not-built',
        'Mailroom’s page has not been built yet. Run npm run build, then reload.',
      )
    }
    const name = urlPath === '/' ? '/index.html' : urlPath
    const file = files.get(name)
    if (!file) throw new Refusal(404, 'not-found', 'Mailroom has no such page. Check the address.')
    const { etag, plain, packed, document } = (file.described ??= describe(file))
    // Vite adds a content hash to the file names in assets/. Files with other names may change.
    response.setHeader(
      'Cache-Control',
      name.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
    )
    response.setHeader('ETag', etag)
    if (document) response.setHeader('Content-Security-Policy', document.policy)
    if (request.headers['if-none-match'] === etag) {
      response.statusCode = 304
      response.end()
      return
    }
    const takesPacked = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')
    const content = (takesPacked && packed) || plain
    response.setHeader('Content-Type', types[extname(file.path)] ?? 'application/octet-stream')
    response.setHeader('Content-Length', content.size)
    if (packed) response.setHeader('Vary', 'Accept-Encoding')
    if (content === packed) response.setHeader('Content-Encoding', 'gzip')
    if (request.method === 'HEAD') response.end()
    else if (content.held) response.end(content.held)
    else await pipeline(createReadStream(content.path), response)
  }
}

function list(folder: string, icon: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of entriesIn(folder)) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, packed: null, described: null })
  }
  if (existsSync(icon)) files.set('/favicon.ico', { path: icon, packed: null, described: null })
  for (const [name, { path }] of files) {
    if (!name.endsWith('.gz')) continue
    const plain = files.get(name.slice(0, -'.gz'.length))
    if (plain) plain.packed = path
    files.delete(name)
  }
  return files
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return []
  }
}

/**
 * Runs when a file is first requested, because the first page needs only a tenth of the files. Failures are not cached:
 * the file may be readable later.
 */
function describe({ path, packed }: StaticFile): Described {
  const { size, mtimeMs } = statSync(path)
  return {
    etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
    plain: { path, size, held: packed === null ? held(path, size) : null },
    packed: packed === null ? null : contentOf(packed),
    document: path.endsWith('.html') ? documentOf(readFileSync(path)) : null,
  }
}

function documentOf(content: Buffer): Document {
  return {
    policy: policyOfPage(content.toString()),
    digest: createHash('sha256').update(content).digest('base64url'),
  }
}

function contentOf(path: string): Content {
  const { size } = statSync(path)
  return { path, size, held: held(path, size) }
}

function held(path: string, size: number): Buffer | null {
  return size <= mostHeld ? readFileSync(path) : null
}
