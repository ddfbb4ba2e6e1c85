import { randomBytes } from 'node:crypto'
import { slug } from '#shared/text/slug.ts'
import type { Database } from '../database/database.ts'
import type { Template, TemplateInput } from '../types/account-types.ts'

const parse = (row: Record<string, unknown> | undefined): Template | null =>
  row ? (JSON.parse(String(row['body'])) as Template) : null

/** The templates of the account. */
export class Templates {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  list(): Template[] {
    return this.#database
      .sql('SELECT body FROM templates ORDER BY rowid')
      .all()
      .map((row) => parse(row)!)
  }

  get(id: string): Template | null {
    return parse(this.#database.sql('SELECT body FROM templates WHERE id = ?').get(id))
  }

  /** Two descriptions can have the same name: the older template is found, as long as it keeps its description. */
  findByName(name: string): Template | null {
    return parse(this.#database.sql('SELECT body FROM templates WHERE name = ? ORDER BY rowid LIMIT 1').get(slug(name)))
  }

  add({ id, ...template }: TemplateInput & { id?: string }, now: number): Template {
    return this.#write({ ...template, id: id ?? randomBytes(12).toString('hex'), createdAt: now, updatedAt: now })
  }

  update(id: string, change: Partial<TemplateInput>, now: number): Template | null {
    const template = this.get(id)
    return template && this.#write({ ...template, ...change, updatedAt: now })
  }

  remove(id: string): boolean {
    return Number(this.#database.sql('DELETE FROM templates WHERE id = ?').run(id).changes) > 0
  }

  #write(template: Omit<Template, 'name'>): Template {
    const named = { ...template, name: slug(template.description) }
    this.#database
      .sql(
        `INSERT INTO templates (id, name, body) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, body = excluded.body`,
      )
      .run(named.id, named.name, JSON.stringify(named))
    return named
  }
}
