import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
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

type StaticFile = { path: string; packed: string | null; described: Promise<Described> | null }
/** `policy` is that of a document, whose import map it allows. */
type Described = { etag: string; size: number; packedSize: number | null; policy: string | null }

/**
 * The built page. Its files are listed once and a request is looked up by its whole path: no path is ever made from
 * a request, so there is nothing to traverse. The build puts a `.gz` beside files that compress well.
 */
export class StaticPages {
  readonly #folder: string
  readonly #icon: string
  #listing: Promise<Map<string, StaticFile>> | null = null

  /** `icon` is the app's icon, which browsers request by a name that no page mentions. */
  constructor(folder: string, icon: string) {
    this.#folder = folder
    this.#icon = icon
  }

  async serve(urlPath: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#listing ??= list(this.#folder, this.#icon)
    const files = await this.#listing
    if (!files.has('/index.html')) {
      this.#listing = null
      throw new Refusal(503, 'page-not-built', 'The page of Mailroom is not built yet: run npm run build, then reload.')
    }
    const name = urlPath === '/' ? '/index.html' : urlPath
    const file = files.get(name)
    if (!file) throw new Refusal(404, 'not-found', 'There is no such page in Mailroom.')
    const { etag, size, packedSize, policy } = await described(file)
    // Vite puts a hash of the content into the names in assets/; files with other names may change.
    response.setHeader(
      'Cache-Control',
      name.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
    )
    response.setHeader('ETag', etag)
    if (policy !== null) response.setHeader('Content-Security-Policy', policy)
    if (request.headers['if-none-match'] === etag) {
      response.statusCode = 304
      response.end()
      return
    }
    const packed = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '') ? file.packed : null
    response.setHeader('Content-Type', types[extname(file.path)] ?? 'application/octet-stream')
    response.setHeader('Content-Length', packed ? packedSize! : size)
    if (file.packed) response.setHeader('Vary', 'Accept-Encoding')
    if (packed) response.setHeader('Content-Encoding', 'gzip')
    if (request.method === 'HEAD') response.end()
    else await pipeline(createReadStream(packed ?? file.path), response)
  }
}

async function list(folder: string, icon: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
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

/** When a file is first asked for: the first page needs a tenth of them. A failure is not kept: the file may be readable later. */
function described(file: StaticFile): Promise<Described> {
  file.described ??= describe(file).catch((thrown: unknown) => {
    file.described = null
    throw thrown
  })
  return file.described
}

async function describe({ path, packed }: StaticFile): Promise<Described> {
  const [{ size, mtimeMs }, packedSize, policy] = await Promise.all([
    stat(path),
    packed === null ? null : stat(packed).then(({ size }) => size),
    path.endsWith('.html') ? readFile(path, 'utf8').then(policyOfPage) : null,
  ])
  return { etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`, size, packedSize, policy }
}
