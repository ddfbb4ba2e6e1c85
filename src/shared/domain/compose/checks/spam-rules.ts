import { fieldFinding, htmlFinding, type Finding } from './finding.ts'
import { inherited, type MailTree } from './mail-tree.ts'

const fewLetters = 30
const unseen = new Set(['head', 'style', 'title', 'script', 'template'])

/** What filters and readers take for advertising of the worst kind. Those of the subject are in `subjectFindings`. */
export function bodyFindings(tree: MailTree): Finding[] {
  const isUnseen = inherited(tree, false, ({ name }, outer) => outer || unseen.has(name))
  const seen = tree.texts.filter(({ parent }) => !isUnseen[parent])
  const letters = seen.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0)
  const images = tree.elements.filter(({ name }) => name === 'img')
  if (images.length === 0 || letters >= fewLetters) return []
  const text =
    'The message is nearly all images. Many readers see none before they allow them, and filters distrust it: add text.'
  return [htmlFinding('spam-images', 'warning', [images[0]!.range], text)]
}

/** Phones show about this much of a subject. */
const shownSubject = 60

export function subjectFindings({ subject, preheader }: { subject: string; preheader: string }): Finding[] {
  const findings: Finding[] = []
  const say = (id: string, severity: 'warning' | 'hint', text: string) =>
    findings.push(fieldFinding(`subject-${id}`, severity, 'subject', text))
  const letters = subject.replace(/\{\{[^{}]{1,200}\}\}/g, '').replace(/[^\p{L}]/gu, '')
  if (letters.length >= 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) {
    say('capitals', 'warning', 'The subject is in capitals, which filters take for advertising.')
  }
  if (/!\s{0,3}!|[?!]\s{0,3}[?!]\s{0,3}[?!]/.test(subject) || subject.split('!').length > 3) {
    say('marks', 'warning', 'The subject has several exclamation marks, which filters take for advertising.')
  }
  if (/^\s{0,9}(?:re|aw|fwd?|wg|tr)\s{0,3}:/i.test(subject)) {
    say('reply', 'warning', 'The subject looks like a reply or a forwarded message, which this is not.')
  }
  if (subject.length > shownSubject) {
    say(
      'long',
      'hint',
      `The subject has ${subject.length} characters. Phones show about ${shownSubject}: put what matters first.`,
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
