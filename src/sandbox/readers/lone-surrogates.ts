import { invalid } from '../http/service-error.ts'
import { shown } from './fields.ts'

/** A lone surrogate can enter JSON only as an escape. Few bodies contain such an escape, and only those are searched. */
export const surrogateEscape = /\\u[dD][89a-fA-F]/

/**
 * `"\ud800"` is valid JSON but not valid text: it is half of a surrogate pair, and would not survive being stored. The
 * error says where it is.
 */
export function refuseLoneSurrogates(value: unknown, where = ''): void {
  const open: { value: unknown; path: string }[] = [{ value, path: where }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: current, path } = next
    if (typeof current === 'string') {
      if (!current.isWellFormed()) throw refusal(path === '' ? 'The request body' : path)
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, inner] of Object.entries(current)) {
        if (!key.isWellFormed()) throw refusal(`A name in ${path === '' ? 'the request body' : path}`)
        open.push({ value: inner, path: pathOf(path, key, Array.isArray(current)) })
      }
    }
  }
}

function pathOf(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`
  const name = /^[\w-]{1,80}$/.test(key) ? key : shown(key)
  return path === '' ? name : `${path}.${name}`
}

function refusal(where: string): Error {
  return invalid(`${where} contains half of a character (an unpaired surrogate), which is not valid text.`)
}
