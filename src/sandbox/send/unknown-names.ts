import { slug } from '#shared/text/slug.ts'
import { shown } from '../readers/fields.ts'
import type { Store } from '../store/index.ts'
import type { Outgoing } from './outgoing.ts'

type Named = Pick<Outgoing, 'options' | 'substitutions' | 'to' | 'cc' | 'bcc'>

/**
 * Notes for the request log on names in a send that don’t exist: a template, a dedicated address, or a recipient with
 * values.
 */
export function unknownNames({ options, substitutions, to, cc, bcc }: Named, store: Store): string[] {
  const { template, ipPool } = options
  const notes: string[] = []
  if (template !== undefined && findTemplate(template, store) === null) {
    notes.push(`TEMPLATE was ignored: there is no template named ${shown(template)}. The message was sent as it is.`)
  }
  if (ipPool !== undefined && !store.ips.list().some(({ ip, id }) => ip === ipPool || id === ipPool)) {
    notes.push(`IPPOOL was ignored: there is no dedicated address ${shown(ipPool)}.`)
  }
  const recipients = new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()))
  const strangers = [...substitutions.keys()].filter((address) => !recipients.has(address))
  if (strangers.length > 0) {
    const others = strangers.length > 1 ? ` and ${strangers.length - 1} more` : ''
    notes.push(`SUB has values for ${shown(strangers[0]!)}${others}, but the message doesn’t go there.`)
  }
  return notes
}

/** A send names a template by its description or by its slug. */
export function findTemplate(name: string, { templates }: Store) {
  return templates.findByName(name) ?? templates.findByName(slug(name))
}
