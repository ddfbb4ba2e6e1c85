import type { TemplateContent, TemplateSummary, TemplateVersion } from '#shared/contract/templates.ts'
import { firstPlaceholders } from '#shared/domain/drafts/substitution.ts'
import { visible } from '#shared/text/visible.ts'

export function titleOf({ description, name, id }: Pick<TemplateSummary, 'description' | 'name' | 'id'>): string {
  return visible(description.trim() || name || id)
}

export function senderText({ address, name }: TemplateContent['from']): string {
  if (address === '') return ''
  return visible(name === '' ? address : `${name} <${address}>`)
}

const origins = {
  read: 'Found on the service',
  create: 'Created here',
  update: 'Saved here',
  rollBack: 'Rolled back here',
} as const satisfies Record<TemplateVersion['origin'], string>

export function originText({ origin }: TemplateVersion): string {
  return origins[origin]
}

type Dates = { dateTime(milliseconds: number): string }

/** Returns a version’s name when it is shown next to another version. */
export function versionLabel(version: TemplateVersion, formats: Dates): string {
  return `${formats.dateTime(version.keptAt)}${version.isCurrent ? ' (on the service)' : ''}`
}

const parts = { subject: 'Subject', html: 'HTML', text: 'Text part' } as const

/** A malicious template may contain millions of variables, each of which would be a line on the screen. */
export const mostVariables = 100

/** Returns the first placeholders in a template, and the parts that contain them. */
export function variablePlaces(
  content: Pick<TemplateContent, 'subject' | 'html' | 'text'>,
): { name: string; places: string[] }[] {
  const found = new Map<string, { name: string; places: string[] }>()
  for (const [part, label] of Object.entries(parts))
    for (const name of firstPlaceholders([content[part as keyof typeof parts]], mostVariables)) {
      const known = found.get(name.toLowerCase())
      if (known) known.places.push(label)
      else found.set(name.toLowerCase(), { name, places: [label] })
    }
  return [...found.values()]
}
