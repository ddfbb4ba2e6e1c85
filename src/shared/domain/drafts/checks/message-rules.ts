import type { Account } from '../../../contract/accounts.ts'
import type { DraftContent, DraftPeople, Mailbox } from '../../../contract/base/draft.ts'
import { shortened } from '../../../text/shortened.ts'
import { addressProblem, isAllowed } from '../addresses/address-problem.ts'
import { weightOf } from '../mail-weight.ts'
import { noRecipients } from '../unsendable.ts'
import { fieldFinding, type FieldName, type Finding, type Severity } from './finding.ts'
import { hasOuterBlanks, headerFindings, optionFindings } from './option-rules.ts'
import { fieldPlaceholderFindings } from './placeholder-rules.ts'
import { subjectFindings } from './spam-rules.ts'

type MessageState = {
  readonly content: DraftContent
  readonly people: DraftPeople
  readonly account: Pick<Account, 'recipientAllowList' | 'ccAndBcc' | 'keyPrefix'>
}

/** Files that mail programs and services refuse to deliver. */
const refused =
  /\.(?:ade|adp|apk|appx|bat|cab|chm|cmd|com|cpl|dll|dmg|exe|hta|ins|iso|jar|jse?|lib|lnk|mde|msc|msi|msp|mst|nsh|pif|ps1|scr|sct|shb|sys|vbe?|vbs|vhd|vxd|wsc|wsf|wsh)$/i

/** Checks the entire message: its sender, subject, content, files and options. */
export function messageFindings({ content, people, account }: MessageState): Finding[] {
  const findings: Finding[] = []
  const say = (id: string, severity: Severity, field: FieldName, text: string) =>
    findings.push(fieldFinding(id, severity, field, text))

  if (people.rows.length === 0) say('no-recipients', 'error', 'to', noRecipients)
  if (content.subject.trim() === '' && content.options.template === '') {
    say('no-subject', 'error', 'subject', 'The message has no subject. Enter one.')
  }
  if (/[\p{Cc}]/u.test(content.subject)) {
    say(
      'subject-lines',
      'error',
      'subject',
      'The subject contains a line break or another control character. Remove it.',
    )
  }
  const hasText = content.textMode !== 'none' && content.text.trim() !== ''
  const hasHtml = content.html.trim() !== ''
  if (!hasHtml && !hasText && content.options.template === '') {
    say('no-content', 'error', 'body', 'The message is empty. Write something, or choose a template.')
  }
  if (hasHtml && !hasText && content.options.textVersion !== 'on') {
    say(
      'no-text',
      'warning',
      'text',
      'There is no text part. Spam filters distrust messages without one, and some recipients see nothing. Add a text part.',
    )
  }
  if (hasHtml && content.preheader.trim() === '') {
    say(
      'no-preheader',
      'hint',
      'preheader',
      'Without a preheader, inboxes show the beginning of the message after the subject.',
    )
  }
  findings.push(
    ...subjectFindings(content),
    ...fieldPlaceholderFindings(content),
    ...mailboxFindings(content, account),
    ...sizeFindings(content),
    ...optionFindings(content, people.rows.length),
    ...headerFindings(content, account.keyPrefix),
  )
  return findings
}

function mailboxFindings(
  { from, replyTo, cc, bcc, options }: DraftContent,
  account: MessageState['account'],
): Finding[] {
  const findings: Finding[] = []
  const add = (field: 'from' | 'replyTo' | 'cc' | 'bcc', { address, name }: Mailbox, index: number) => {
    const problem = addressProblem({ address, name }, null)
    if (problem && problem.kind !== 'empty')
      findings.push(fieldFinding(`${field}-${index}`, 'error', field, problem.sentence))
    if (hasOuterBlanks(name)) {
      const text = `The name “${shortened(name)}” is sent without the spaces around it.`
      findings.push(fieldFinding(`${field}-${index}-blanks`, 'hint', field, text))
    }
    if (/[\p{Cc}]/u.test(name)) {
      findings.push(
        fieldFinding(
          `${field}-name`,
          'error',
          field,
          `The name “${shortened(name)}” contains a line break. Remove it.`,
        ),
      )
    }
  }
  if (from.address.trim() === '' && options.template === '') {
    findings.push(fieldFinding('no-from', 'error', 'from', 'The message has no sender. Enter an address.'))
  }
  add('from', from, 0)
  add('replyTo', replyTo, 0)
  const copies = { cc, bcc }
  const allowed = new Set(account.recipientAllowList.map((entry) => entry.trim().toLowerCase()))
  for (const field of ['cc', 'bcc'] as const) {
    const filled = copies[field].filter(({ address, name }) => address.trim() !== '' || name.trim() !== '')
    filled.forEach((mailbox, index) => add(field, mailbox, index))
    const refusedTo = filled.filter(({ address }) => !isAllowed(address, allowed))
    if (refusedTo.length > 0) {
      const text = `This account is not allowed to send to ${shortened(refusedTo[0]!.address)}. Remove the address, or change the account’s allow-list.`
      findings.push(fieldFinding(`${field}-allowed`, 'error', field, text))
    }
    if (filled.length > 0 && !account.ccAndBcc) {
      const text = `This account doesn’t allow ${field}. Turn it on in the account’s settings if the service allows it, or remove the addresses.`
      findings.push(fieldFinding(`${field}-off`, 'error', field, text))
    }
  }
  return findings
}

function sizeFindings(content: DraftContent): Finding[] {
  const findings: Finding[] = []
  const { parts } = content
  const { problem } = weightOf(content)
  if (problem) findings.push(fieldFinding('size', problem.severity, 'files', problem.sentence))
  for (const { id, name, size } of parts) {
    if (refused.test(name)) {
      const sentence = `Mail services refuse ${name}, because files of this type can carry viruses. Link to the file instead.`
      findings.push(fieldFinding(`file-${id}`, 'warning', 'files', sentence))
    } else if (size === 0) {
      findings.push(
        fieldFinding(`file-${id}`, 'warning', 'files', `${name} is empty. Remove it, or choose another file.`),
      )
    }
  }
  const ids = parts.filter(({ kind }) => kind === 'image').map(({ contentId }) => contentId.toLowerCase())
  const twice = ids.find((contentId, index) => ids.indexOf(contentId) !== index)
  if (twice !== undefined) {
    findings.push(
      fieldFinding(
        'content-id',
        'error',
        'files',
        `Two images have the content ID ${shortened(twice)}. Rename one of them.`,
      ),
    )
  }
  return findings
}
