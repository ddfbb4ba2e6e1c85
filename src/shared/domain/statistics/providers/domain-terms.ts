import { finished } from '../../base/finished.ts'
import { value } from '../../query/print.ts'

/** The condition for the messages to these domains; undefined if no search finds exactly them. */
export type DomainTerms = (domains: readonly string[]) => string | undefined

const namesAtATime = 1000

/** A search for a domain also finds its subdomains, so the conditions exclude subdomains that are listed separately. */
export function domainTerms(listed: Iterable<string>): DomainTerms {
  return finished(readDomainTerms(listed))
}

/** Like `domainTerms`, but yields regularly, because a service may list 50,000 names. */
export function* readDomainTerms(listed: Iterable<string>): Generator<void, DomainTerms> {
  const names = new Set(listed)
  const below = new Map<string, string[]>()
  let read = 0
  for (const name of names) {
    if (++read % namesAtATime === 0) yield
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const parent = name.slice(dot + 1)
      if (!names.has(parent)) continue
      const inside = below.get(parent)
      if (inside) inside.push(name)
      else below.set(parent, [name])
    }
  }
  return (domains) => {
    if (domains.length === 0 || domains.includes('')) return undefined
    const wanted = new Set(domains)
    // An exclusion is needed only for a domain that has a listed subdomain that isn’t wanted.
    const mixed = domains.filter((name) => below.get(name)?.some((inside) => !wanted.has(inside)))
    const whole = domains.filter((name) => !mixed.includes(name))
    const groups = mixed.map((name) => `(${anyOf([name])} ${anyOf(below.get(name)!, '-')})`)
    const parts = whole.length > 0 ? [anyOf(whole), ...groups] : groups
    return parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`
  }
}

/** A list can contain only plain names, because a comma within quotes belongs to the name. */
function anyOf(names: readonly string[], sign: '' | '-' = ''): string {
  const plain = names.filter((name) => value(name) === name)
  const quoted = names.filter((name) => value(name) !== name).map((name) => `domain:${value(name)}`)
  const parts = plain.length > 0 ? [`domain:${plain.join(',')}`, ...quoted] : quoted
  return parts.length === 1 ? `${sign}${parts[0]!}` : `${sign}(${parts.join(' OR ')})`
}
