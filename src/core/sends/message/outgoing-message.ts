import type { DraftContent, DraftPart, Mailbox, Person } from '#shared/contract/base/draft.ts'
import { valuesOf } from '#shared/domain/drafts/person-values.ts'
import { withPreheader } from '#shared/domain/drafts/preheader.ts'
import type { RecipientLike, SubstitutionEntry } from '#shared/domain/service/requests.ts'
import type { OutgoingMessage, Part, PartContent } from '../../api/index.ts'
import { headerLines, metaOf, sendOptions } from './send-options.ts'

export type OutgoingInput = {
  readonly content: DraftContent
  readonly columns: readonly string[]
  /** The call’s recipients. A recipient with personal files must be the only one. */
  readonly people: readonly Person[]
  readonly open: (part: DraftPart) => PartContent
}

/**
 * One call to the service: the draft’s message for some of its recipients. Cc and bcc are included even if the account does
 * not support them, so that the client refuses the message.
 */
export function outgoingMessage({ content, columns, people, open }: OutgoingInput): OutgoingMessage {
  const own = new Set(people.flatMap(({ parts }) => parts))
  const partsOf = (isWanted: (part: DraftPart) => boolean): Part[] =>
    content.parts.filter(isWanted).map((part) => writtenPart(part, open(part)))
  const html = withPreheader(content.html, content.preheader)
  const text = content.textMode === 'none' ? '' : content.text
  const substitutions = substitutionsOf(content, columns, people)
  const replyTo = recipientOf(content.replyTo)
  return {
    to: people.map(recipientOf),
    ...(content.cc.length > 0 && { cc: content.cc.map(recipientOf) }),
    ...(content.bcc.length > 0 && { bcc: content.bcc.map(recipientOf) }),
    from: recipientOf(content.from),
    ...(replyTo.address !== '' && { replyTo }),
    subject: content.subject,
    ...(text !== '' && { text }),
    ...(html !== '' && { html }),
    images: partsOf(({ kind }) => kind === 'image'),
    attachments: partsOf(({ id, kind }) => kind === 'attachment' || (kind === 'row' && own.has(id))),
    options: { ...sendOptions(content), ...(substitutions.length > 0 && { substitutions }) },
    headers: headerLines(content),
    ...(content.apiKey.trim() !== '' && { apiKey: content.apiKey.trim() }),
  }
}

function recipientOf({ address, name }: Mailbox): RecipientLike {
  return name.trim() === '' ? { address: address.trim() } : { address: address.trim(), personalName: name.trim() }
}

function writtenPart({ name, contentType, contentId }: DraftPart, content: PartContent): Part {
  return {
    contentType: contentType || 'application/octet-stream',
    filename: name || 'attachment',
    ...(contentId !== '' && { contentId }),
    content,
  }
}

/** A recipient without values needs no entry. A recipient’s own metadata replaces the message’s, so both are written. */
function substitutionsOf(content: DraftContent, columns: readonly string[], people: readonly Person[]) {
  const common = metaOf(content.meta)
  return people.flatMap((person): SubstitutionEntry[] => {
    const { values, subject, meta } = valuesOf(columns, person)
    const hasMeta = Object.keys(meta).length > 0
    if (Object.keys(values).length === 0 && !subject && !hasMeta) return []
    return [
      {
        email: person.address.trim(),
        values,
        ...(subject && { subject }),
        ...(hasMeta && { meta: { ...common, ...meta } }),
      },
    ]
  })
}
