import type { DraftContent } from '../../../contract/base/draft.ts'
import { slug } from '../../../text/slug.ts'
import { addressProblem } from '../addresses/address-problem.ts'
import { fieldFinding, type FieldName, type Finding, type Severity } from './finding.ts'
import { fieldPlaceholderFindings } from './placeholder-rules.ts'
import { subjectFindings } from './spam-rules.ts'

/** Checks a template. Parts that the template leaves empty come from the message that uses the template. */
export function templateFindings(content: DraftContent): Finding[] {
  const { description = '', from, subject, html, text, textMode } = content
  const findings: Finding[] = []
  const say = (id: string, severity: Severity, field: FieldName, sentence: string) =>
    findings.push(fieldFinding(id, severity, field, sentence))
  const left = (what: string) => `The template has no ${what}. Each message that uses the template must have one.`

  if (description.trim() === '') {
    say(
      'no-description',
      'error',
      'description',
      'The template has no description. Enter one, because the service derives the template’s name from it.',
    )
  } else if (slug(description) === '') {
    const sentence = 'The service can’t derive a name from this description. Include at least one letter or digit.'
    say('no-name', 'error', 'description', sentence)
  }
  if (from.address.trim() === '') say('no-from', 'warning', 'from', `${left('sender')} Some services refuse that.`)
  else {
    const problem = addressProblem(from, null)
    if (problem) say('from-0', 'error', 'from', problem.sentence)
  }
  if (/\p{Cc}/u.test(from.name))
    say('from-name', 'error', 'from', 'The sender’s name contains a line break. Remove it.')
  if (subject.trim() === '') say('no-subject', 'hint', 'subject', left('subject'))
  if (/\p{Cc}/u.test(subject)) {
    say(
      'subject-lines',
      'error',
      'subject',
      'The subject contains a line break or another control character. Remove it.',
    )
  }
  const hasText = textMode !== 'none' && text.trim() !== ''
  if (html.trim() === '' && !hasText) say('no-content', 'warning', 'body', left('content'))
  else if (!hasText) {
    const sentence =
      'There is no text part. Spam filters distrust messages without one, and some recipients see nothing. Add a text part.'
    say('no-text', 'warning', 'text', sentence)
  }
  return [...findings, ...subjectFindings(content), ...fieldPlaceholderFindings(content)]
}
