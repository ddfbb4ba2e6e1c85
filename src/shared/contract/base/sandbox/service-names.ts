/** The names that each provider chooses for its own service. */
export type ServiceNames = {
  readonly headerNames: { readonly user: string; readonly key: string }
  /** The prefix of the option keys in a send. */
  readonly prefix: string
}

export const longestHeaderName = 80
export const longestOptionPrefix = 40

/** The characters of a header name, except the apostrophe, which would end a quoted string in a shell snippet. */
const allowed = /^[!#$%&*+.^_`|~0-9A-Za-z-]+$/
/** Headers that HTTP or the sandbox uses for other purposes. */
const taken = /^(?:host|connection|content-.*|transfer-encoding|expect|te|trailer|upgrade|user-agent|x-sandbox-.*)$/i

function headerProblem(name: string): string | undefined {
  if (name === '') return 'Enter a header name, such as X-ABC-User.'
  if (!allowed.test(name))
    return 'A header name can contain only characters that HTTP allows, such as letters, digits and hyphens. Enter a name such as X-ABC-User.'
  if (name.length > longestHeaderName) return `A header name can have at most ${longestHeaderName} characters.`
  return taken.test(name) ? `${name} has another meaning. Enter a name such as X-ABC-User.` : undefined
}

export function prefixProblem(prefix: string): string | undefined {
  if (prefix === '') return 'Enter a prefix, such as X-ABC-.'
  if (!allowed.test(prefix))
    return 'The prefix can contain only characters that HTTP allows in header names, such as letters, digits and hyphens. Enter a prefix such as X-ABC-.'
  return prefix.length > longestOptionPrefix
    ? `The prefix can have at most ${longestOptionPrefix} characters.`
    : undefined
}

/** For each name that cannot be used, a sentence that says why. */
type Problems<Name extends string> = { readonly [Each in Name]: string | undefined }

export function headerProblems({ user, key }: ServiceNames['headerNames']): Problems<'user' | 'key'> {
  const isSame = user.toLowerCase() === key.toLowerCase()
  const same = isSame ? 'The user header and the key header need different names.' : undefined
  return { user: headerProblem(user), key: headerProblem(key) ?? same }
}

export function nameProblems({ headerNames, prefix }: ServiceNames): Problems<'user' | 'key' | 'prefix'> {
  return { ...headerProblems(headerNames), prefix: prefixProblem(prefix) }
}
