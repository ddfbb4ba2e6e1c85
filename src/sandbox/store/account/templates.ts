import { randomBytes } from 'node:crypto'
import { slug } from '#shared/domain/text/slug.ts'
import type { Database } from '../database/database.ts'
import type { Template, Templates } from '../index.ts'

const parse = (row: Record<string, unknown> | undefined): Template | null =>
  row ? (JSON.parse(String(row['body'])) as Template) : null

export function createTemplates(database: Database): Templates {
  const write = (template: Omit<Template, 'name'>): Template => {
    const named = { ...template, name: slug(template.description) }
    database
      .sql(
        `INSERT INTO templates (id, name, body) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, body = excluded.body`,
      )
      .run(named.id, named.name, JSON.stringify(named))
    return named
  }
  const get = (id: string) => parse(database.sql('SELECT body FROM templates WHERE id = ?').get(id))

  return {
    list: () =>
      database
        .sql('SELECT body FROM templates ORDER BY rowid')
        .all()
        .map((row) => parse(row)!),
    get,
    // Two descriptions may give one name: the older template wins, as long as it keeps its description.
    findByName: (name) =>
      parse(database.sql('SELECT body FROM templates WHERE name = ? ORDER BY rowid LIMIT 1').get(slug(name))),
    add: ({ id, ...template }, now) =>
      write({ ...template, id: id ?? randomBytes(12).toString('hex'), createdAt: now, updatedAt: now }),
    update(id, change, now) {
      const template = get(id)
      return template && write({ ...template, ...change, updatedAt: now })
    },
    remove: (id) => Number(database.sql('DELETE FROM templates WHERE id = ?').run(id).changes) > 0,
  }
}
