/** A piece of SQL. Values never become part of its text. */
export class Sql {
  readonly #texts: readonly string[]
  readonly #values: readonly SqlPart[]

  constructor(texts: readonly string[], values: readonly SqlPart[]) {
    this.#texts = texts
    this.#values = values
  }

  /** The form that the server receives: `$1` in the text refers to the first value. */
  statement(): { text: string; values: SqlValue[] } {
    const values: SqlValue[] = []
    return { text: this.#write(values), values }
  }

  #write(values: SqlValue[]): string {
    let text = this.#texts[0]!
    for (const [at, part] of this.#values.entries()) {
      text += (part instanceof Sql ? part.#write(values) : `$${values.push(part)}`) + this.#texts[at + 1]!
    }
    return text
  }
}

export type SqlValue = string | number | boolean | null | readonly (string | number | null)[] | Uint8Array
type SqlPart = SqlValue | Sql

export function sql(texts: TemplateStringsArray, ...values: readonly SqlPart[]): Sql {
  return new Sql(texts, values)
}

/** `separator` is SQL itself, such as ` AND `. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  if (parts.length === 0) return sql``
  return new Sql(['', ...parts.slice(1).map(() => separator), ''], parts)
}

/** Quotes a name that is known to be safe: a checked schema name, or one of ours. */
export function named(name: string): Sql {
  return new Sql([`"${name.replaceAll('"', '""')}"`], [])
}
