import { notFound, ServiceError } from './service-error.ts'

export type Route<Handler> = {
  method: string
  /** A segment with a leading colon is a parameter: `/statistics/message/:id`. */
  path: string
  handler: Handler
}

export type Match<Handler> = {
  handler: Handler
  params: readonly string[]
}

/** Finds a fixed path by one lookup, and a path with parameters in a short list of paths with as many segments. */
export class Router<Handler> {
  readonly #fixed = new Map<string, Map<string, Handler>>()
  readonly #withParameters = new Map<number, { segments: string[]; methods: Map<string, Handler> }[]>()

  constructor(routes: readonly Route<Handler>[]) {
    for (const { method, path, handler } of routes) {
      const methods = path.includes(':') ? this.#methodsWithParameters(path) : this.#fixedMethods(path)
      if (methods.has(method)) throw new Error(`${method} ${path} is routed twice.`)
      methods.set(method, handler)
    }
  }

  match(method: string, path: string): Match<Handler> {
    const fixed = this.#fixed.get(path)
    const handler = fixed?.get(method)
    if (handler !== undefined) return { handler, params: [] }
    const allowed = new Set(fixed?.keys())
    for (const segments of readings(path)) {
      for (const route of this.#withParameters.get(segments.length) ?? []) {
        const params = parameters(route.segments, segments)
        if (params === undefined) continue
        const found = route.methods.get(method)
        if (found !== undefined) return { handler: found, params }
        for (const name of route.methods.keys()) allowed.add(name)
      }
    }
    if (allowed.size === 0) throw notFound('There is no such path.')
    const list = [...allowed].sort().join(', ')
    throw new ServiceError(405, 'method-not-allowed', `This path accepts ${list}.`, { allow: list })
  }

  #fixedMethods(path: string): Map<string, Handler> {
    const methods = this.#fixed.get(path) ?? new Map<string, Handler>()
    this.#fixed.set(path, methods)
    return methods
  }

  #methodsWithParameters(path: string): Map<string, Handler> {
    const segments = path.split('/')
    const routes = this.#withParameters.get(segments.length) ?? []
    this.#withParameters.set(segments.length, routes)
    const same = routes.find((route) => route.segments.join('/') === path)
    if (same !== undefined) return same.methods
    const methods = new Map<string, Handler>()
    routes.push({ segments, methods })
    return methods
  }
}

/**
 * Yields the ways to read a path: first as plain segments. If it ends with an address, slashes in it may also be part
 * of the address.
 */
function* readings(path: string): Generator<string[], void, undefined> {
  const segments = path.split('/')
  yield segments
  if (!segments.at(-1)!.includes('@')) return
  for (let count = segments.length - 1; count >= 3; count--) {
    yield [...segments.slice(0, count - 1), segments.slice(count - 1).join('/')]
  }
}

function parameters(pattern: readonly string[], segments: readonly string[]): string[] | undefined {
  const params: string[] = []
  for (let i = 0; i < pattern.length; i++) {
    const expected = pattern[i]!
    const given = segments[i]!
    if (expected.startsWith(':')) {
      if (given === '') return undefined
      params.push(decodeSegment(given))
    } else if (expected !== given) return undefined
  }
  return params
}

/** Decodes a segment, because clients may encode `a+b@x.org` or not. A stray `%` is kept. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
