import { readMailbox } from '#shared/domain/drafts/people/mailbox-text.ts'
import type { Given } from '../framework/command.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { readGivenText } from './read-given.ts'
import type { Message } from '#core/base/mail/read-mail.ts'
import type { sendFlags } from './send-flags.ts'

type Flags = Given<typeof sendFlags>['flags']

/** The message from the flags and the files they name, or from an email file. Null if the message is in a draft. */
export async function readMessageFlags(flags: Flags, terminal: Terminal): Promise<Message | null> {
  const whole = flags.draft !== undefined ? '--draft' : flags.eml !== undefined ? '--eml' : null
  if (whole !== null) refuseParts(flags, whole)
  if (whole === '--draft') return null
  if (flags.eml === undefined) return fromFlags(flags, terminal)
  const { readMailFile } = await import('./read-mail-file.ts')
  const message = await readMailFile(flags.eml, terminal)
  return { ...message, content: { ...message.content, tags: [...flags.tag] } }
}

/** Refuses flags for parts that a draft or an email file already contains. */
function refuseParts(flags: Flags, whole: '--draft' | '--eml'): void {
  const parts = ['from', 'subject', 'text', 'html'] as const
  const given: string[] = parts.filter((name) => flags[name] !== undefined)
  if (whole === '--draft') {
    if (flags.eml !== undefined) given.push('eml')
    if (flags.tag.length > 0) given.push('tag')
  }
  const [extra] = given
  if (extra !== undefined) throw new UsageError(`${whole} already provides the whole message. Remove --${extra}.`)
}

async function fromFlags({ from, subject, text, html, tag }: Flags, terminal: Terminal): Promise<Message> {
  if (!from || subject === undefined) {
    throw new UsageError('mailroom send needs --from and --subject, or --draft, or --eml.')
  }
  if (text === undefined && html === undefined) throw new UsageError('mailroom send needs --text or --html.')
  if (text === '-' && html === '-')
    throw new UsageError('Only one of --text, --html, --eml, and --to-file can read from stdin.')
  const content: Message['content'] = {
    from: readMailbox(from),
    subject,
    text: text === undefined ? '' : await readGivenText(text, '--text', terminal),
    html: html === undefined ? '' : await readGivenText(html, '--html', terminal),
    textMode: text === undefined ? 'none' : 'written',
    tags: [...tag],
  }
  return { content, people: { columns: [], rows: [] }, files: [] }
}
