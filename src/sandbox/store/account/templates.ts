import { slug } from '#shared/text/slug.ts'
import type { Database } from '../database/database.ts'
import type { IdSource } from '../database/id-source.ts'
import type { Template, TemplateInput } from '../types/account-types.ts'
import { Documents } from './documents.ts'

export class Templates extends Documents<Template> {
  readonly #ids: IdSource

  constructor(database: Database, ids: IdSource) {
    super(database, 'templates', { id: ({ id }) => id, name: ({ name }) => name })
    this.#ids = ids
  }

  /**
   * Several descriptions may have the same slug. In that case, the oldest template is returned, until its description
   * changes.
   */
  findByName(name: string): Template | null {
    return this.find('name', slug(name))
  }

  add({ id, ...template }: TemplateInput & { id?: string }, now: number): Template {
    const name = slug(template.description)
    return this.write({ ...template, id: id ?? this.#ids.next(12), createdAt: now, updatedAt: now, name })
  }

  update(id: string, change: Partial<TemplateInput>, now: number): Template | null {
    const template = this.get(id)
    if (!template) return null
    const changed = { ...template, ...change, updatedAt: now }
    return this.write({ ...changed, name: slug(changed.description) })
  }
}
