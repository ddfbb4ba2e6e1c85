import type { ReadTemplate, TemplateSummary, TemplateVersion } from '#shared/contract/templates.ts'
import { nameOfTemplate, templateOf, variablesOf, type ServiceTemplate } from './versions/content.ts'
import type { Version, VersionStore } from './versions/version-store.ts'

export function summaryOfTemplate(template: ServiceTemplate, versions: number): TemplateSummary {
  const { id, description, from, subject, createdAt, updatedAt } = template
  const html = template.htmlContent ?? ''
  const text = template.textContent ?? ''
  return {
    id,
    name: nameOfTemplate(template),
    description,
    from: { address: from.address, name: from.personalName },
    subject,
    htmlBytes: Buffer.byteLength(html),
    textBytes: Buffer.byteLength(text),
    createdAt,
    updatedAt,
    versions,
    variables: variablesOf({ subject, html, text }),
  }
}

/** Summarises a template that is known only by its versions. */
export function knownSummary(id: string, versions: readonly Version[]): TemplateSummary {
  const { head } = versions.findLast((version) => version.head.state !== 'refused') ?? versions.at(-1)!
  const { name, description, from, subject, htmlBytes, textBytes, createdAt, updatedAt, variables } = head
  return {
    id,
    name,
    description,
    from,
    subject,
    htmlBytes,
    textBytes,
    createdAt,
    updatedAt,
    versions: versions.length,
    variables,
  }
}

export function shownVersion({ id, head }: Version, isCurrent: boolean): TemplateVersion {
  const { keptAt, origin, state, answerLost, effectId, of, description, subject, htmlBytes, textBytes } = head
  return { id, keptAt, origin, state, answerLost, effectId, of, description, subject, htmlBytes, textBytes, isCurrent }
}

type Unread = { readonly id: string; readonly why: string }

/** The locally known content of a template that cannot be read from the service. */
export async function keptTemplate(store: VersionStore, { id, why }: Unread): Promise<ReadTemplate> {
  const newest = store.versions(id).findLast(({ head }) => head.state !== 'refused')
  if (!newest) {
    const problem = `${why} You can update this template by its ID. An update replaces all of its content.`
    return { source: 'none', template: null, version: null, problem }
  }
  const { head, id: version } = newest
  const content = await store.content(id, version)
  const problem = `${why} This is the content that Mailroom last sent or read.`
  return { source: 'kept', template: templateOf({ ...head, id }, content), version, problem }
}
