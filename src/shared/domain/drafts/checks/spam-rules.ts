import { fieldFinding, htmlFinding, type Finding } from './finding.ts'
import type { DraftContent } from '../../../contract/base/draft.ts'
import { placeholders } from '../substitution.ts'
import { attribute, inherited, type MailElement, type MailTree } from './mail-tree.ts'
import { withoutPlaceholders } from './placeholder-rules.ts'

const fewLetters = 30
const unseen = new Set(['head', 'style', 'title', 'script', 'template'])

/**
 * Finds a message that consists almost entirely of images, as the worst kind of advertising does. `subjectFindings`
 * finds patterns in the subject.
 */
export function bodyFindings(tree: MailTree): Finding[] {
  const isUnseen = inherited(tree, false, ({ name }, outer) => outer || unseen.has(name))
  const seen = tree.texts.filter(({ parent }) => !isUnseen[parent])
  const images = tree.elements.filter((element) => element.name === 'img' && !isPixel(element))
  // A variable’s value may be the entire text.
  if (images.length === 0 || seen.some(({ text }) => placeholders(text).length > 0)) return []
  const letters = seen.reduce((sum, { text }) => sum + weightOf(text), 0)
  if (letters >= fewLetters) return []
  const text =
    'The message is almost all images. Many recipients see no images until they allow them, and spam filters distrust such messages. Add text.'
  return [htmlFinding('spam-images', 'warning', [images[0]!.range], text)]
}

/** Whether an image is so small that it can only serve to count opens. */
function isPixel(element: MailElement): boolean {
  return ['width', 'height'].every((name) => /^[0-2](?:px)?$/.test(attribute(element, name)?.trim() ?? ''))
}

/** A Chinese, Japanese or Korean character conveys as much as three letters. */
function weightOf(text: string): number {
  const signs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0
  return text.replace(/\s/g, '').length + 2 * signs
}

/** Phones show about this many characters of a subject. */
const shownSubject = 60

type Written = Pick<DraftContent, 'subject' | 'preheader' | 'headers'>

export function subjectFindings({ subject, preheader, headers }: Written): Finding[] {
  const findings: Finding[] = []
  const say = (id: string, severity: 'warning' | 'hint', text: string) =>
    findings.push(fieldFinding(`subject-${id}`, severity, 'subject', text))
  const letters = withoutPlaceholders(subject).replace(/[^\p{L}]/gu, '')
  if (letters.length >= 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) {
    say(
      'capitals',
      'warning',
      'The subject is in all capitals, which spam filters treat as advertising. Use normal capitalization.',
    )
  }
  if (/!\s{0,3}!|[?!]\s{0,3}[?!]\s{0,3}[?!]/.test(subject) || subject.split('!').length > 3) {
    say(
      'marks',
      'warning',
      'The subject has several exclamation or question marks, which spam filters treat as advertising. Keep one.',
    )
  }
  const isReply = headers.some(({ name }) => /^(?:in-reply-to|references)$/i.test(name.trim()))
  if (!isReply && /^\s{0,9}(?:re|aw|fwd?|wg|tr)\s{0,3}:/i.test(subject)) {
    say(
      'reply',
      'warning',
      'The subject begins like a reply or a forwarded message, but this message is neither. Remove the “Re:”, “Fwd:” or similar.',
    )
  }
  const length = [...withoutPlaceholders(subject)].length
  if (length > shownSubject) {
    say(
      'long',
      'hint',
      `The subject has ${length} characters, and phones show about ${shownSubject}: put what matters first.`,
    )
  }
  if (preheader.trim() !== '' && preheader.trim() === subject.trim()) {
    findings.push(
      fieldFinding(
        'preheader-same',
        'hint',
        'preheader',
        'The preheader repeats the subject. Say something new in it.',
      ),
    )
  }
  return findings
}
