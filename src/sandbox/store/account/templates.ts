import { randomBytes } from 'node:crypto'
import { slug } from '#shared/text/slug.ts'
import type { Database } from '../database/database.ts'
import type { Template, TemplateInput } from '../types/account-types.ts'
import { Documents } from './documents.ts'

export class Templates extends Documents<Template> {
  constructor(database: Database) {
    super(database, 'templates', { id: ({ id }) => id, name: ({ name }) => name })
  }

  /** Two descriptions can have the same name: the older template is found as long as it keeps its description. */
  findByName(name: string): Template | null {
    return this.find('name', slug(name))
  }

  add({ id, ...template }: TemplateInput & { id?: string }, now: number): Template {
    const name = slug(template.description)
    return this.write({ ...template, id: id ?? randomBytes(12).toString('hex'), createdAt: now, updatedAt: now, name })
  }

  update(id: string, change: Partial<TemplateInput>, now: number): Template | null {
    const template = this.get(id)
    if (!template) return null
    const changed = { ...template, ...change, updatedAt: now }
    return this.write({ ...changed, name: slug(changed.description) })
  }
}
