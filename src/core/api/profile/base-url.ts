import type { BaseUrlCheck } from '#shared/contract/accounts.ts'
import { isLoopback } from '#shared/domain/base/host-name.ts'

/** Checks a base URL before a key is sent anywhere. */
export function checkBaseUrl(text: string): BaseUrlCheck {
  const trimmed = text.replace(/[\s\u200b\ufeff]+/g, '')
  if (trimmed === '') return refusal('Enter the base URL of the service, like https://api.example.com/v1.')
  const schemeless = !/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
  const url = URL.parse(schemeless ? `${guessScheme(trimmed)}${trimmed}` : trimmed)
  if (url === null || (schemeless && !looksLikeHost(url.hostname))) {
    return refusal('This is not a URL. A base URL looks like https://api.example.com/v1.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refusal(`The base URL must begin with https://, not with ${url.protocol}//.`)
  }
  const corrected = correct(url)
  const plainHttp = url.protocol === 'http:' && !isLoopback(url.hostname)
  const problem = findProblem(text, url, schemeless)
  if (problem !== null) return { ok: false, problem, corrected, plainHttp }
  return { ok: true, problem: null, corrected: null, plainHttp }
}

function findProblem(text: string, url: URL, schemeless: boolean): string | null {
  if (url.username !== '' || url.password !== '') {
    return 'The base URL contains a username or a password. Enter them in their own fields.'
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return 'The base URL must not contain a query (?) or a fragment (#).'
  }
  if (schemeless) return 'The base URL must begin with https://.'
  const path = url.pathname
  if (!/\/v1\/*$/i.test(path)) return 'The base URL must end with the version: /v1.'
  if (!path.endsWith('/v1')) return 'The base URL must end with /v1, in lower case and without a slash after it.'
  if (/\s|\u200b|\ufeff/.test(text)) return 'The base URL must not contain spaces or line breaks.'
  return null
}

/** Drops everything after the version, because the pasted text may be an operation’s address. */
function correct(url: URL): string {
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const version = /^(.*?)\/v1(?:\/|$)/i.exec(path)
  return `${url.protocol}//${url.host}${version === null ? path : version[1]}/v1`
}

function guessScheme(text: string): string {
  const url = URL.parse(`http://${text}`)
  return url !== null && isLoopback(url.hostname) ? 'http://' : 'https://'
}

function looksLikeHost(hostname: string): boolean {
  return hostname.includes('.') || isLoopback(hostname)
}

function refusal(problem: string): BaseUrlCheck {
  return { ok: false, problem, corrected: null, plainHttp: false }
}
