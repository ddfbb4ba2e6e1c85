import { createHash } from 'node:crypto'
import type { Template, TemplateContent } from '#shared/contract/templates.ts'
import { firstPlaceholders } from '#shared/domain/drafts/substitution.ts'
import type { TemplateInput } from '#shared/domain/service/requests.ts'
import { templateName } from '#shared/domain/templates/template-name.ts'
import type { ServiceClient } from '../../api/index.ts'

export type ServiceTemplate = Awaited<ReturnType<ServiceClient['templates']['get']>>

const mostVariables = 100

/** Null if the service returns the template without its content, which would otherwise be kept as an empty version. */
export function contentOf({ description, from, subject, htmlContent, textContent }: ServiceTemplate) {
  if (htmlContent === null && textContent === null) return null
  const content: TemplateContent = {
    description,
    from: { address: from.address, name: from.personalName },
    subject,
    html: htmlContent ?? '',
    text: textContent ?? '',
  }
  return content
}

export function inputOf({ description, from, subject, html, text }: TemplateContent): TemplateInput {
  return {
    description,
    from: { address: from.address, personalName: from.name },
    subject,
    htmlContent: html,
    textContent: text,
  }
}

export function nameOfTemplate({ templateName: name, description }: ServiceTemplate): string {
  return name === '' ? templateName(description) : name
}

export function aboutOf(copy: ServiceTemplate) {
  return { name: nameOfTemplate(copy), createdAt: copy.createdAt, updatedAt: copy.updatedAt }
}

export function variablesOf({ subject, html, text }: Pick<TemplateContent, 'subject' | 'html' | 'text'>): string[] {
  return firstPlaceholders([subject, text, html], mostVariables)
}

/**
 * A template’s content and its bytes in canonical form, so that equal contents have equal hashes. Sealing two megabytes
 * takes 15 ms, so it is done once.
 */
export type Sealed = { readonly content: TemplateContent; readonly body: Buffer; readonly hash: string }

export function sealed(content: TemplateContent): Sealed {
  const { description, from, subject, html, text } = content
  const { address, name } = from
  // A field missing here would be missing from every version, and changing it would not create a new version.
  const fields = { description, from: { address, name }, subject, html, text }
  const body = Buffer.from(JSON.stringify(fields satisfies Record<keyof TemplateContent, unknown>))
  return { content, body, hash: hashOfContent(body) }
}

export function hashOfContent(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 40)
}

type Known = Pick<Template, 'id' | 'name' | 'createdAt' | 'updatedAt'>

export function templateOf({ id, name, createdAt, updatedAt }: Known, content: TemplateContent): Template {
  return { id, name, ...content, createdAt, updatedAt, variables: variablesOf(content) }
}
