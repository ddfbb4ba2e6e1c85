let known: Readonly<Record<string, string>> | undefined

/**
 * The expected hash of a file of the page, from the import map that the build put into the document. The page of `npm run
 * dev` has none.
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
