/** How a value differs from the documentation: one sentence per difference, or none. */
export type Shape = (value: unknown, at: string) => string[]

function named(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return `${typeof value} ${JSON.stringify(value)?.slice(0, 60)}`
}

function is(what: string, test: (value: unknown) => boolean): Shape {
  return (value, at) => (test(value) ? [] : [`${at} is ${named(value)}, not ${what}`])
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const text = is('a string', (value) => typeof value === 'string')
export const flag = is('true or false', (value) => typeof value === 'boolean')
export const number = is('a number', (value) => typeof value === 'number' && Number.isFinite(value))
export const integer = is('an integer', Number.isInteger)
export const count = is('a count', (value) => Number.isInteger(value) && (value as number) >= 0)
export const object = is('an object', isRecord)
export const anything: Shape = () => []

export const matching = (what: string, pattern: RegExp): Shape =>
  is(what, (value) => typeof value === 'string' && pattern.test(value))

export const among = (...allowed: readonly unknown[]): Shape =>
  is(`one of ${allowed.map(String).join(', ')}`, (value) => allowed.includes(value))

/** If no shape fits, the first one describes the difference. */
export function either(...shapes: readonly Shape[]): Shape {
  return (value, at) => {
    const differences = shapes.map((shape) => shape(value, at))
    return differences.some(({ length }) => length === 0) ? [] : differences[0]!
  }
}

/** Null counts as absent. */
export const optional =
  (shape: Shape): Shape =>
  (value, at) =>
    value === undefined || value === null ? [] : shape(value, at)

const most = 5

function few(differences: string[]): string[] {
  const left = differences.length - most
  return left > 0 ? [...differences.slice(0, most), `and ${left} more`] : differences
}

export function arrayOf(shape: Shape): Shape {
  return (value, at) =>
    Array.isArray(value)
      ? few(value.flatMap((entry, index) => shape(entry, `${at}[${index}]`)))
      : [`${at} is ${named(value)}, not an array`]
}

/** An object whose keys are data. Some languages encode an empty one as `[]`. */
export function mapOf(key: Shape, shape: Shape, { emptyArray = true } = {}): Shape {
  return (value, at) => {
    if (emptyArray && Array.isArray(value) && value.length === 0) return []
    if (!isRecord(value)) return [`${at} is ${named(value)}, not an object`]
    return few(
      Object.entries(value).flatMap(([name, entry]) => [
        ...key(name, `the key ${JSON.stringify(name)} of ${at}`),
        ...shape(entry, `${at}[${JSON.stringify(name)}]`),
      ]),
    )
  }
}

export type Fields = Readonly<Record<string, Shape>>

/** The documented fields. Undocumented ones are accepted, unless the shape is `exact`. */
export function struct(fields: Fields, { exact = false } = {}): Shape {
  return (value, at) => {
    if (!isRecord(value)) return [`${at} is ${named(value)}, not an object`]
    const unknown = exact ? Object.keys(value).filter((name) => !(name in fields)) : []
    return [
      ...Object.entries(fields).flatMap(([name, shape]) =>
        value[name] === undefined ? shape(undefined, `${at}.${name}`) : shape(value[name], `${at}.${name}`),
      ),
      ...unknown.map((name) => `${at}.${name} is not documented`),
    ]
  }
}
