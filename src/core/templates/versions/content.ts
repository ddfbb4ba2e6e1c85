import { createHash } from 'node:crypto'
import type { Template, TemplateContent } from '#shared/contract/templates.ts'
import { firstPlaceholders } from '#shared/domain/drafts/substitution.ts'
import type { TemplateInput } from '#shared/domain/service/requests.ts'
import { templateName } from '#shared/domain/templates/template-name.ts'
import type { ServiceClient } from '../../api/index.ts'

export type ServiceTemplate = Awaited<ReturnType<ServiceClient['templates']['get']>>

const mostVariables = 100

/** Null if the service returns the template without its content: kept as a version, that would be an empty one. */
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

/** What is kept about a content in addition to the content. */
export function aboutOf(copy: ServiceTemplate) {
  return { name: nameOfTemplate(copy), createdAt: copy.createdAt, updatedAt: copy.updatedAt }
}

export function variablesOf({ subject, html, text }: Pick<TemplateContent, 'subject' | 'html' | 'text'>): string[] {
  return firstPlaceholders([subject, text, html], mostVariables)
}

/**
 * A content and its bytes in canonical form, so that equal contents have equal hashes. Two megabytes take 15 ms, so it is
 * done once.
 */
export type Sealed = { readonly content: TemplateContent; readonly body: Buffer; readonly hash: string }

export function sealed(content: TemplateContent): Sealed {
  const { description, from, subject, html, text } = content
  const { address, name } = from
  // A field that is missing here would be in no version, and a change to it would not create one.
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
