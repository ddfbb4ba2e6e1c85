import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { guessRoles } from '#shared/domain/drafts/people/guess-roles.ts'
import { readMailbox } from '#shared/domain/drafts/people/mailbox-text.ts'
import { personOf, rowReader } from '#shared/domain/drafts/people/table-person.ts'
import type { WholeApp } from '../app/whole-app.ts'
import type { Given } from '../framework/command.ts'
import { listOf } from '../framework/read-values.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { fileLimit, partsOfGiven } from './read-given.ts'
import type { sendFlags } from './send-flags.ts'

const rowsAtOnce = 5000

type Needs = {
  readonly whole: WholeApp
  readonly terminal: Terminal
  /** The message’s variables: columns with the same names contain their values. */
  readonly variables: readonly string[]
}

/**
 * The recipients given by the flags or by a file, which is read as the page would read it. Null if no flag gives any.
 */
export async function readPeople(flags: Given<typeof sendFlags>['flags'], needs: Needs): Promise<DraftPeople | null> {
  const file = flags['to-file']
  if (file !== undefined && flags.to.length > 0) throw new UsageError('Give --to or --to-file, not both.')
  if (file === '-' && [flags.text, flags.html, flags.eml].includes('-')) {
    throw new UsageError('Only one of --text, --html, --eml, and --to-file can read from stdin.')
  }
  if (file !== undefined) return fromFile(file, needs)
  const addresses = flags.to.flatMap(listOf)
  if (addresses.length === 0) return null
  return { columns: [], rows: addresses.map((address) => ({ ...readMailbox(address), values: [], parts: [] })) }
}

async function fromFile(file: string, needs: Needs): Promise<DraftPeople> {
  const path = resolve(needs.terminal.folder, file)
  const found = file === '-' ? null : await stat(path).catch(() => null)
  // Missing files and folders are reported where they are read.
  if (found?.isFile()) return fromTable(path, file, needs)
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-people-'))
  try {
    // A table is read twice, but stdin or a pipe can be read only once.
    const copy = join(folder, 'table')
    const parts = partsOfGiven(file, { flag: '--to-file', ...fileLimit }, needs.terminal)
    await writeFile(copy, parts, { mode: 0o600 })
    return await fromTable(copy, file, needs)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fromTable(path: string, file: string, { whole, terminal, variables }: Needs): Promise<DraftPeople> {
  const { ask, register } = whole
  const { token } = await register(path)
  const name = file === '-' ? 'stdin' : file
  const signal = terminal.interrupted()
  const { columns, rows, sample, problems } = await ask('drafts.openTable', { token }, signal)
  const [problem] = problems
  // The page shows skipped lines for review, but here nobody would see them.
  if (problem) throw new UsageError(`Line ${problem.line} of ${name}: ${problem.problem}`)
  const reader = rowReader([], guessRoles({ headers: columns, rows: sample, variables, remembered: {} }))
  if (reader.address === undefined)
    throw new UsageError(`No column in ${name} contains email addresses. Check that it is the right file.`)
  const people: DraftPeople['rows'] = []
  while (people.length < rows) {
    const part = await ask('drafts.tableRows', { token, from: people.length, count: rowsAtOnce }, signal)
    if (part.length === 0) break
    for (const { cells } of part) people.push(personOf(reader, cells))
  }
  await ask('files.release', { token })
  return { columns: [...reader.columns], rows: people }
}
