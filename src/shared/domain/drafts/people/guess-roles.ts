import { isMailAddress } from '../../../text/mail-address.ts'
import { columnNameOf } from './column-name.ts'
import { folded } from './grid-columns.ts'
import { readMailbox } from './mailbox-text.ts'

/** The use of a table’s column. `subject` and metadata columns are values that are identified by their names. */
export type Role = { readonly kind: 'address' | 'name' | 'skip' } | { readonly kind: 'value'; readonly name: string }

type Table = {
  /** Empty if the table has no headers. */
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The message’s variables, and the draft’s existing columns. */
  readonly variables: readonly string[]
  /** The user’s earlier choices, keyed by folded header. */
  readonly remembered: Readonly<Record<string, Role>>
}

const addressHeaders = new Set(
  [
    'address,addr,email,emailaddress,mail,mailaddress,emailid,recipient,recipientemail,recipientaddress,to,toaddress,toemail',
    'contact,contactemail,customeremail,useremail,workemail,primaryemail,subscriberemail,subscriber',
    'adresse,emailadresse,mailadresse,email1,epost,emailadres,adres,indirizzo,indirizzoemail,direccion,empfanger,empfaenger,courriel,adressemail,adresseemail,correo,correoelectronico,endereco,posta',
  ].flatMap((names) => names.split(',')),
)
const nameHeaders = new Set(
  [
    'name,fullname,displayname,recipientname,personalname,contactname,customername,toname',
    'vollstandigername,anzeigename,nomcomplet,nombrecompleto,nomecompleto',
  ].flatMap((names) => names.split(',')),
)

/**
 * Reduces a heading to letters and digits without accents, so that "E-Mail Adresse" and "email_adresse" are the same.
 */
export function plainName(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

export function isNameHeader(plain: string): boolean {
  return nameHeaders.has(plain)
}

/** Whether the first line contains column names: it contains no address, and one of its cells is a known name. */
export function hasHeaders(block: readonly (readonly string[])[], variables: readonly string[]): boolean {
  const [first, second] = block
  if (first === undefined || first.some((cell) => isMailAddress(readMailbox(cell).address))) return false
  const known = new Set(variables.map(plainName))
  const isKnown = (cell: string) => {
    const name = plainName(cell)
    return name !== '' && (known.has(name) || addressHeaders.has(name) || nameHeaders.has(name) || isSpecial(cell))
  }
  const names = first.filter(isKnown).length
  if (names === 0) return false
  // A single word such as "to" or "mail" is a column name only if addresses follow below it. Otherwise, it may be a
  // value.
  const below = second?.some((cell) => isMailAddress(readMailbox(cell).address)) ?? false
  return below || names >= 2 || (names === first.length && block.length > 1)
}

function isSpecial(header: string): boolean {
  return folded(header) === 'subject' || folded(header).startsWith('meta.')
}

export function guessRoles({ headers, rows, variables, remembered }: Table): Role[] {
  const width = Math.max(headers.length, ...rows.map((cells) => cells.length), 0)
  const columns = Array.from({ length: width }, (_none, column) => column)
  const address = addressColumn(columns, headers, rows, remembered)
  const roles: Role[] = []
  for (const column of columns) {
    const header = (headers[column] ?? '').trim()
    const earlier = rememberedFor(header, remembered)
    if (column === address) roles.push({ kind: 'address' })
    else if (earlier && earlier.kind !== 'address' && !isTaken(roles, earlier)) roles.push(earlier)
    else roles.push(guessed(column, header, { rows, variables, roles }))
  }
  return roles
}

/** Only own properties count, because a column may have the same name as an inherited property. */
function rememberedFor(header: string, remembered: Table['remembered']): Role | undefined {
  const name = folded(header)
  return Object.hasOwn(remembered, name) ? remembered[name] : undefined
}

function isTaken(roles: readonly Role[], role: Role): boolean {
  if (role.kind === 'skip') return false
  return roles.some((other) => other.kind === role.kind && (role.kind !== 'value' || sameName(other, role.name)))
}

function sameName(role: Role, name: string): boolean {
  return role.kind === 'value' && folded(role.name) === folded(name)
}

type Guess = Pick<Table, 'rows' | 'variables'> & { readonly roles: readonly Role[] }

function guessed(column: number, header: string, { rows, variables, roles }: Guess): Role {
  if (rows.length > 0 && rows.every((cells) => (cells[column] ?? '').trim() === '') && header === '')
    return { kind: 'skip' }
  const variable = variables.find((name) => plainName(name) === plainName(header) && plainName(header) !== '')
  if (variable !== undefined && !roles.some((role) => sameName(role, variable))) {
    return { kind: 'value', name: variable }
  }
  if (nameHeaders.has(plainName(header)) && roles.every(({ kind }) => kind !== 'name')) return { kind: 'name' }
  return { kind: 'value', name: freeName(columnNameOf(header) || `column${column + 1}`, roles) }
}

/**
 * If two columns have the same heading, they become two variables, so that no part of the file is silently left out.
 */
function freeName(name: string, roles: readonly Role[]): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!roles.some((role) => sameName(role, free))) return free
  }
}

function addressColumn(
  columns: readonly number[],
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  remembered: Readonly<Record<string, Role>>,
): number | undefined {
  const earlier = columns.find((column) => rememberedFor(headers[column] ?? '', remembered)?.kind === 'address')
  if (earlier !== undefined) return earlier
  const shares = columns.map((column) => addressShare(rows, column))
  const best = (among: readonly number[]) => among.toSorted((left, right) => shares[right]! - shares[left]!)[0]
  const named = best(columns.filter((column) => addressHeaders.has(plainName(headers[column] ?? ''))))
  // "Adresse" may mean a postal address, in which case another column contains the email addresses.
  if (named !== undefined && shares[named]! > 0) return named
  const full = best(columns)
  return full !== undefined && shares[full]! > 0.5 ? full : named
}

/** Returns the share of lines that have an email address in a column. */
export function addressShare(rows: readonly (readonly string[])[], column: number): number {
  return (
    rows.filter((cells) => isMailAddress(readMailbox(cells[column] ?? '').address)).length / Math.max(1, rows.length)
  )
}
