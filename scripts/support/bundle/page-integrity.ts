import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const helperId = '\0vite/preload-helper.js'

/**
 * Puts the digest of every script and style of the built page into its document, as an import map: whatever server
 * responds later, only files of this build are run. The function `loadPart` of the module `loader` replaces Vite’s
 * code around each `import()`, which loads styles without a digest and never retries.
 */
export function pageIntegrity(document: string, loader: string): Plugin {
  return {
    name: 'page-integrity',
    apply: 'build',
    enforce: 'pre',
    load: {
      order: 'pre',
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: (id) => (id === helperId ? `export { loadPart as __vitePreload } from ${JSON.stringify(loader)}` : null),
    },
    // Reads the files on disk after all plugins, because file name hashes and Vite’s additions to scripts come late.
    writeBundle({ dir }) {
      const path = join(dir!, document)
      writeFileSync(path, withIntegrity(readFileSync(path, 'utf8'), integrityOfFiles(dir!)))
    },
  }
}

type Integrity = Readonly<Record<string, string>>

function integrityOfFiles(folder: string): Integrity {
  const names = readdirSync(join(folder, 'assets')).filter((name) => /\.(?:js|css)$/.test(name))
  const entries = names.sort().map((name): [string, string] => {
    const digest = createHash('sha256').update(readFileSync(join(folder, 'assets', name)))
    return [`./assets/${name}`, `sha256-${digest.digest('base64')}`]
  })
  return Object.fromEntries(entries)
}

function withIntegrity(html: string, integrity: Integrity): string {
  const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`
  // The digests are also in the tags: browsers prefetch tags before they read the map, and would otherwise fetch the
  // files twice.
  const named = html.replace(/(?<=<(?:script|link) [^>]*(?:src|href)="(?<name>[^"]+)")/g, (_whole, name: string) => {
    const digest = integrity[name]
    return digest === undefined ? '' : ` integrity="${digest}"`
  })
  // An import map has to precede the first script.
  const placed = named.replace('</title>', `</title>\n    ${map}`)
  if (placed === named) throw new Error('The document of the page has no title to put the import map behind.')
  return placed
}
