let known: Readonly<Record<string, string>> | undefined

/**
 * Returns the expected hash of a page file, from the import map that the build inserted into the document. The page
 * served by `npm run dev` has no import map.
 */
export function integrityOf(url: string): string | undefined {
  known ??= readMap()
  const folder = new URL('.', document.baseURI).href
  return url.startsWith(folder) ? known[`./${url.slice(folder.length)}`] : undefined
}

function readMap(): Readonly<Record<string, string>> {
  const map = document.querySelector('script[type=importmap]')?.textContent
  return map ? (JSON.parse(map) as { integrity: Record<string, string> }).integrity : {}
}
