import { AppError } from '#shared/contract/base/error.ts'
import { integrityOf } from './integrity.ts'

/**
 * A time limit in milliseconds, so that a program that accepts a connection and sends nothing does not block the page.
 */
const renewMilliseconds = 10_000
const preloaded = new Set<string>()
const styles = new Map<string, Promise<void>>()

/**
 * The build wraps this around each `import()` to load a part’s styles before its code. `files` are relative to `importer`.
 * The browser compares each script with the document’s import map, and the styles are compared here: a style executes
 * nothing, but it can mislead, and can reveal the page’s content to its author. A file that differs from the build stays in
 * the browser’s cache. Each such file is fetched again, bypassing the cache, so that a part that failed while another program
 * had the address opens once Mailroom is back.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
  importer = document.baseURI,
): Promise<Part> {
  const urls = files.map((file) => new URL(file, importer).href)
  try {
    return await loadWith(load, urls)
  } catch (thrown) {
    if (!isOfLoading(thrown)) throw thrown
    await Promise.all(urlsOf(load, urls, importer).map(renew))
    return await loadWith(load, urls).catch((again: unknown) => {
      throw isOfLoading(again) ? notLoaded(again) : again
    })
  }
}

async function loadWith<Part>(load: () => Promise<Part>, urls: readonly string[]): Promise<Part> {
  for (const url of urls) if (!isStyle(url)) preload(url)
  await Promise.all(urls.filter(isStyle).map(addStyle))
  return await load()
}

function isStyle(url: string): boolean {
  return url.endsWith('.css')
}

/**
 * Starts fetching a script that a part imports, so that it loads alongside the part instead of after the part has been
 * parsed.
 */
function preload(url: string): void {
  if (preloaded.has(url)) return
  preloaded.add(url)
  if (linkTo(url)) return
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: url }),
  )
}

function linkTo(url: string): HTMLLinkElement | undefined {
  return [...document.getElementsByTagName('link')].find(({ href }) => href === url)
}

function addStyle(url: string): Promise<void> {
  const known = styles.get(url)
  if (known) return known
  const adding = linkTo(url) ? Promise.resolve() : addLink(url)
  styles.set(url, adding)
  adding.catch(() => styles.delete(url))
  return adding
}

function addLink(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href: url })
    link.integrity = integrityOf(url) ?? ''
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(notLoaded())
    })
    document.head.append(link)
  })
}

/** Includes the part’s own file, which is named only in the source of `load` if there is no other file. */
function urlsOf(load: () => Promise<unknown>, urls: readonly string[], importer: string): readonly string[] {
  const own = /import\([`'"](?<file>[^`'"]+)/.exec(String(load))?.groups?.['file']
  return own === undefined ? urls : [...new Set([...urls, new URL(own, importer).href])]
}

async function renew(url: string): Promise<void> {
  const signal = AbortSignal.timeout(renewMilliseconds)
  const response = await fetch(url, {
    cache: 'reload',
    integrity: integrityOf(url) ?? '',
    redirect: 'error',
    signal,
  }).catch((thrown: unknown) => {
    throw notLoaded(thrown)
  })
  if (!response.ok) throw notLoaded()
  await response.arrayBuffer()
}

/**
 * Whether an error occurred while loading a module and not while executing it. Every browser names the module in its
 * message.
 */
function isOfLoading(thrown: unknown): boolean {
  return thrown instanceof AppError
    ? thrown.code === 'part-not-loaded'
    : thrown instanceof TypeError && /module/i.test(thrown.message)
}

function notLoaded(cause?: unknown): AppError {
  return new AppError(
    'part-not-loaded',
    'This part of Mailroom couldn’t be loaded. Try again when Mailroom is responding. If that doesn’t help, reload the page.',
    { retryable: true, cause },
  )
}
