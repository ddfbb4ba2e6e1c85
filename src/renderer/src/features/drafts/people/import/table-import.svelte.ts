import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { mostPeople } from '#shared/contract/base/draft-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { columnNameProblem } from '#shared/domain/drafts/people/column-name.ts'
import { folded } from '#shared/domain/drafts/people/grid-columns.ts'
import { addressShare, guessRoles, type Role } from '#shared/domain/drafts/people/guess-roles.ts'
import { distinctNames } from '#shared/domain/drafts/substitution.ts'
import { emptyRecord } from '#shared/domain/drafts/person-values.ts'
import { personOf, rowReader } from '#shared/domain/drafts/people/table-person.ts'
import { isMailAddress, notAnAddress } from '#shared/text/mail-address.ts'
import { shortened } from '#shared/text/shortened.ts'
import type { AppState } from '../../../../lib/state/app-state.svelte.ts'
import type { PeopleTable } from '../table/people-table.svelte.ts'

type App = Pick<AppState, 'host' | 'settings' | 'change'>
type OpenedTable = CommandOutput<'drafts.openTable'>

/** A line that was not imported, or that the user should check. */
export type LineProblem = { readonly line: number; readonly problem: string }

export type TableImportStep =
  | { readonly at: 'choose'; readonly problem: AppError | null }
  | { readonly at: 'opening' }
  | { readonly at: 'mapping'; readonly token: string; readonly name: string; readonly table: OpenedTable }
  | { readonly at: 'reading'; readonly rows: number }
  | { readonly at: 'done'; readonly name: string; readonly taken: number; readonly problems: readonly LineProblem[] }

const rowsAtATime = 2000
const mostRemembered = 300
const memoryKey = 'compose.people-import'

type Memory = { roles?: Record<string, Role>; keepsDuplicates?: boolean; replaces?: boolean }

/**
 * Imports recipients from a file: the user chooses the file and maps its columns, the rows are read in batches, and the
 * result is reported.
 */
export class TableImport {
  step = $state.raw<TableImportStep>({ at: 'choose', problem: null })
  roles = $state.raw<readonly Role[]>([])
  replaces = $state(false)
  keepsDuplicates = $state(true)
  progress = $state(0)
  readonly #app: App
  readonly #table: PeopleTable
  #turn = 0

  constructor(app: App, table: PeopleTable) {
    this.#app = app
    this.#table = table
    this.keepsDuplicates = this.#memory.keepsDuplicates ?? true
  }

  /** The variables of the message and of recipients’ own subjects, and the other columns of the table. */
  get known(): string[] {
    const { draft, columns } = this.#table
    return distinctNames([...draft.variables.names, ...columns.flatMap((one) => ('name' in one ? [one.name] : []))])
  }

  get #memory(): Memory {
    return (this.#app.settings.viewState[memoryKey] ?? {}) as Memory
  }

  async take(files: readonly File[]): Promise<void> {
    const [file] = files
    if (!file) return
    if (files.length > 1) this.#fail(new AppError('one-file', 'Import one file at a time.'))
    else await this.#open(async () => (await this.#app.host.upload([file]))[0])
  }

  /** Opens the host’s own file dialog. */
  async browse(): Promise<void> {
    const options = { title: 'Import recipients', multiple: false, extensions: ['csv', 'xlsx', 'xls'] }
    await this.#open(async () => (await this.#app.host.invoke('files.choose', options))[0])
  }

  async #open(chosen: () => Promise<{ token: string; name: string } | undefined>): Promise<void> {
    this.#release()
    const turn = ++this.#turn
    this.step = { at: 'opening' }
    try {
      const file = await chosen()
      if (!file) {
        if (turn === this.#turn) this.#fail(null)
        return
      }
      const table = await this.#app.host.invoke('drafts.openTable', { token: file.token })
      if (turn !== this.#turn) {
        this.#releaseToken(file.token)
        return
      }
      this.step = { at: 'mapping', token: file.token, name: file.name, table }
      this.roles = guessRoles({
        headers: table.columns,
        rows: table.sample,
        variables: this.known,
        remembered: this.#memory.roles ?? {},
      })
    } catch (thrown) {
      if (turn === this.#turn) this.#fail(AppError.from(thrown))
    }
  }

  /** Why the table can’t be imported with these columns, as a sentence. */
  get problem(): string | undefined {
    if (this.step.at !== 'mapping') return undefined
    if (this.roles.every(({ kind }) => kind !== 'address')) {
      return 'No column is set to Address yet. Choose Address for the column that contains the email addresses.'
    }
    const seen = emptyRecord<number>()
    for (const [column, role] of this.roles.entries()) {
      if (role.kind !== 'value') continue
      const wrong = columnNameProblem(role.name.trim())
      if (wrong) return `${this.#headerOf(column)}: ${wrong}`
      const earlier = seen[folded(role.name)]
      if (earlier !== undefined) {
        return `${this.#headerOf(earlier)} and ${this.#headerOf(column)} both become ${role.name}. Type another name for one of them, or leave one out.`
      }
      seen[folded(role.name)] = column
    }
    return undefined
  }

  /** A warning that another column may contain the addresses, as a sentence. */
  get hint(): string | undefined {
    if (this.step.at !== 'mapping') return undefined
    const { sample } = this.step.table
    const chosen = this.roles.findIndex(({ kind }) => kind === 'address')
    if (chosen < 0 || sample.length === 0) return undefined
    if (addressShare(sample, chosen) === 0) {
      return `The first lines of ${this.#headerOf(chosen)} contain no email addresses. If another column has the addresses, choose Address for that column.`
    }
    const other = this.roles.findIndex((_role, column) => column !== chosen && addressShare(sample, column) > 0.5)
    return other < 0
      ? undefined
      : `${this.#headerOf(other)} also contains email addresses. The message goes to the addresses in ${this.#headerOf(chosen)}.`
  }

  #headerOf(column: number): string {
    const header = this.step.at === 'mapping' ? this.step.table.columns[column] : undefined
    return header ? `“${shortened(header)}”` : `Column ${column + 1}`
  }

  setRole(column: number, role: Role): void {
    // The address and the name can each be assigned to one column only.
    this.roles = this.roles.map((other, at) => {
      if (at === column) return role
      const isTaken = role.kind !== 'skip' && role.kind !== 'value' && other.kind === role.kind
      return isTaken ? { kind: 'skip' } : other
    })
  }

  async start(): Promise<void> {
    const { step } = this
    if (step.at !== 'mapping' || this.problem !== undefined) return
    const turn = ++this.#turn
    this.#remember(step.table.columns)
    this.progress = 0
    this.step = { at: 'reading', rows: step.table.rows }
    try {
      const result = await this.#read(step, () => turn !== this.#turn)
      if (!result) return
      this.#table.change(result.people)
      this.step = { at: 'done', name: step.name, taken: result.taken, problems: result.problems }
    } catch (thrown) {
      if (turn === this.#turn) this.#fail(AppError.from(thrown))
    } finally {
      this.#releaseToken(step.token)
    }
  }

  async #read(
    { token, table }: { token: string; table: OpenedTable },
    isStale: () => boolean,
  ): Promise<{ people: DraftPeople; taken: number; problems: LineProblem[] } | undefined> {
    const before = this.#table.people
    const base = this.replaces ? { columns: [], rows: [] } : before
    const reader = rowReader(base.columns, this.roles)
    const sieve = new RowSieve(base.rows, this.keepsDuplicates)
    sieve.problems.push(...table.problems)
    for (let from = 0; from < table.rows; from += rowsAtATime) {
      const rows = await this.#app.host.invoke('drafts.tableRows', { token, from, count: rowsAtATime })
      if (isStale()) return undefined
      for (const { line, cells } of rows) sieve.add(line, personOf(reader, cells))
      this.progress = Math.min(table.rows, from + rowsAtATime)
    }
    if (this.#table.people !== before) {
      throw new AppError(
        'changed',
        'The recipients changed in the meantime, so nothing was imported. Import the file again.',
      )
    }
    const people = { columns: [...reader.columns], rows: base.rows.concat(sieve.taken) }
    if (reader.left > 0)
      sieve.problems.unshift({ line: 0, problem: 'Some columns were left out because there are too many.' })
    return {
      people,
      taken: sieve.taken.length,
      problems: sieve.problems.toSorted((one, other) => one.line - other.line),
    }
  }

  cancel(): void {
    this.#turn++
    this.#release()
    this.step = { at: 'choose', problem: null }
  }

  /** Remembers the choice for each column header. If there are too many, the oldest ones are dropped. */
  #remember(headers: readonly string[]): void {
    const chosen = headers.flatMap((header, column): [string, Role][] => {
      const role = this.roles[column]
      return role && header.trim() !== '' && header.length <= 200 ? [[folded(header), role]] : []
    })
    const names = chosen.map(([name]) => name)
    const others = Object.entries(this.#memory.roles ?? {}).filter(([name]) => !names.includes(name))
    const roles = Object.fromEntries([...others, ...chosen].slice(-mostRemembered))
    this.#app.change({ viewState: { [memoryKey]: { roles, keepsDuplicates: this.keepsDuplicates } } })
  }

  #fail(problem: AppError | null): void {
    this.#release()
    this.step = { at: 'choose', problem }
  }

  #release(): void {
    if (this.step.at === 'mapping') this.#releaseToken(this.step.token)
  }

  /** A file that can’t be released now is released when Mailroom closes. */
  #releaseToken(token: string): void {
    this.#app.host.invoke('files.release', { token }).catch(() => undefined)
  }
}

/** Keeps the recipients with a usable address, and records the lines that were left out. */
class RowSieve {
  readonly taken: Person[] = []
  readonly problems: LineProblem[] = []
  readonly #keepsDuplicates: boolean
  readonly #room: number
  readonly #lines = new Map<string, number>()

  constructor(existing: readonly Person[], keepsDuplicates: boolean) {
    this.#keepsDuplicates = keepsDuplicates
    this.#room = mostPeople - existing.length
    // Line 0 means that the address is already in the table.
    if (!keepsDuplicates) for (const { address } of existing) this.#lines.set(folded(address), 0)
  }

  add(line: number, person: Person): void {
    const problem = this.#problemOf(line, person)
    if (problem === undefined) this.taken.push(person)
    else this.problems.push({ line, problem })
  }

  #problemOf(line: number, { address, values }: Person): string | undefined {
    if (address === '') {
      return values.every((value) => value === null) ? 'The line is empty.' : 'The line has no address.'
    }
    if (!isMailAddress(address)) return notAnAddress(address)
    if (this.taken.length >= this.#room)
      return `A message can have at most ${mostPeople.toLocaleString('en')} recipients.`
    const earlier = this.#lines.get(folded(address))
    this.#lines.set(folded(address), earlier ?? line)
    if (earlier === undefined || this.#keepsDuplicates) return undefined
    return earlier === 0 ? `${address} is already in the table.` : `${address} is already on line ${earlier}.`
  }
}
