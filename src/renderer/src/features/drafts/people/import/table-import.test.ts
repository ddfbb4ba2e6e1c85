import { describe, expect, test } from 'vitest'
import type { CommandName } from '#shared/contract/table.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import type { Host } from '../../../../lib/host/host.ts'
import { EditedDraft } from '../../../editor/index.ts'
import { PeopleTable } from '../table/people-table.svelte.ts'
import { TableImport } from './table-import.svelte.ts'

const bob = { address: 'bob@x.org', name: '', values: [] as string[], parts: [] }

type File = { columns: string[]; lines: string[][] }

/** A host with a single file that consists of these lines. */
class TableHost extends DraftHost {
  readonly released: string[] = []
  readonly #file: File

  constructor(file: File) {
    super()
    this.#file = file
  }

  override invoke(name: CommandName, input: never): Promise<unknown> {
    const { columns, lines } = this.#file
    const { token, from, count } = input as { token: string; from: number; count: number }
    if (name === 'drafts.openTable') {
      return Promise.resolve({ columns, rows: lines.length, sample: lines.slice(0, 20), problems: [] })
    }
    if (name === 'drafts.tableRows') {
      const rows = lines.slice(from, from + count).map((cells, at) => ({ line: from + at + 2, cells }))
      return Promise.resolve(rows)
    }
    if (name !== 'files.release') return super.invoke(name, input)
    this.released.push(token)
    return Promise.resolve(null)
  }
}

async function opened(columns: string[], ...lines: string[][]) {
  const disk = new TableHost({ columns, lines })
  const host = disk as unknown as Host
  const draft = new EditedDraft(host, draftOf({ subject: '{{firstName}}' }))
  const viewState: Record<string, unknown> = {}
  const app = { host, settings: { viewState }, change: (next: object) => void Object.assign(viewState, next) }
  const table = new PeopleTable(draft)
  const task = new TableImport(app as unknown as ConstructorParameters<typeof TableImport>[0], table)
  await task.take([{ name: 'list.csv', size: 1 } as globalThis.File])
  return { disk, draft, task, table }
}

describe('The columns of a file', () => {
  test('are guessed, read, and taken back in one step', async () => {
    const { disk, draft, task, table } = await opened(
      ['First name', 'Courriel', ''],
      ['Ann', 'ann@x.org', 'x'],
      ['Bob', 'nobody', 'y'],
      ['', '', ''],
      ['Cid', '', 'z'],
    )
    expect([task.problem, task.hint]).toEqual([undefined, undefined])
    await task.start()
    expect(draft.people.columns).toEqual(['firstName', 'column3'])
    expect(draft.people.rows).toEqual([{ address: 'ann@x.org', name: '', values: ['Ann', 'x'], parts: [] }])
    const problems = task.step.at === 'done' ? task.step.problems : []
    expect(problems.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
      expect.stringMatching(/^3 “nobody” is not an email address\. .*\.$/),
      '4 The line is empty.',
      '5 The line has no address.',
    ])
    expect(disk.released).toEqual(['list.csv'])
    table.undo()
    expect(draft.people.rows).toEqual([])
  })

  test('become variables that only a recipient’s subject uses', async () => {
    const { task, draft, table } = await opened(['Email', 'Next plan'], ['ann@x.org', 'Gold'])
    draft.changePeople({ columns: ['subject'], rows: [{ ...bob, values: ['Your {{nextPlan}}'] }] })
    await table.look()
    expect(task.known).toEqual(['firstName', 'subject', 'nextPlan'])
    await task.take([{ name: 'list.csv', size: 1 } as globalThis.File])
    expect(task.roles).toEqual([{ kind: 'address' }, { kind: 'value', name: 'nextPlan' }])
  })

  test('need one of addresses', async () => {
    const { task, draft } = await opened(['Id', 'City'], ['7', 'Rome'])
    expect(task.problem).toBe(
      'No column is set to Address yet. Choose Address for the column that contains the email addresses.',
    )
    await task.start()
    expect(draft.people.rows).toEqual([])
    task.setRole(1, { kind: 'address' })
    expect(task.problem).toBeUndefined()
    expect(task.hint).toMatch(/^The first lines of “City” contain no email addresses\./)
  })

  test('with two of addresses are taken by the first, and say so', async () => {
    const { task } = await opened(['Email', 'Work'], ['ann@x.org', 'ann@work.org'])
    expect(task.roles).toEqual([{ kind: 'address' }, { kind: 'value', name: 'Work' }])
    expect(task.hint).toBe('“Work” also contains email addresses. The message goes to the addresses in “Email”.')
    task.setRole(1, { kind: 'address' })
    expect(task.roles[0]).toEqual({ kind: 'skip' })
  })

  test('cannot become the same variable, or one that no placeholder names', async () => {
    const { task } = await opened(['Email', 'Town', ''], ['ann@x.org', 'Rome', 'Oslo'])
    task.setRole(2, { kind: 'value', name: 'town ' })
    expect(task.problem).toMatch(/^“Town” and Column 3 both become town/)
    task.setRole(2, { kind: 'value', name: 'to{wn' })
    expect(task.problem).toBe('Column 3: Enter the name without braces, such as firstName for {{firstName}}.')
    task.setRole(2, { kind: 'skip' })
    expect(task.problem).toBeUndefined()
  })
})

test('a file that is imported again leaves out the addresses that are there, if asked to', async () => {
  const { task, draft } = await opened(['Email'], ['ann@x.org'], ['ANN@x.org'], ['bob@x.org'])
  draft.changePeople({ columns: [], rows: [bob] })
  task.keepsDuplicates = false
  await task.start()
  expect(draft.people.rows.map(({ address }) => address)).toEqual(['bob@x.org', 'ann@x.org'])
  expect(task.step).toMatchObject({
    problems: [
      { line: 3, problem: 'ANN@x.org is already on line 2.' },
      { line: 4, problem: 'bob@x.org is already in the table.' },
    ],
  })
})

test('recipients that change while a file is read are kept, and nothing is imported', async () => {
  const { task, draft } = await opened(['Email'], ['ann@x.org'])
  const reading = task.start()
  const people = { columns: [], rows: [{ address: 'eve@x.org', name: '', values: [], parts: [] }] }
  draft.changePeople(people)
  await reading
  expect(draft.people).toBe(people)
  expect(task.step).toMatchObject({ at: 'choose', problem: { code: 'changed' } })
})
