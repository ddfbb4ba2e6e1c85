import type { ComparedMessage, SnapshotComparison } from '#sandbox/snapshots/compare.ts'
import type { ListedSnapshot, NamedSnapshot } from '#sandbox/snapshots/snapshot-folder.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { sizeText } from '#shared/domain/statistics/details/detail-names.ts'
import { visible } from '#shared/text/visible.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { TextTable } from '../text/text-table.ts'
import type { sandboxOfFlags, saveSnapshotFlags } from './snapshot-flags.ts'
import { withSandbox } from './with-sandbox.ts'

type Asked = Given<typeof sandboxOfFlags>

const print = (terminal: Terminal, text: string) => withOutput({ out: undefined, terminal }, (write) => write(text))

export async function listSnapshots({ flags }: Asked, terminal: Terminal): Promise<ExitCode> {
  const snapshots = await withSandbox(flags, terminal, (call) => call<ListedSnapshot[]>('GET', '/snapshots'))
  if (snapshots.length === 0) {
    terminal.say('There are no snapshots yet. Save one with mailroom snapshot save NAME.')
    return exitCodes.nothing
  }
  const lines = snapshots.map((snapshot) => `${JSON.stringify(snapshot)}\n`).join('')
  await print(terminal, flags.json ? lines : tableOf(snapshots, terminal))
  return exitCodes.done
}

export async function saveSnapshot(
  { flags, operands }: Given<typeof saveSnapshotFlags>,
  terminal: Terminal,
): Promise<ExitCode> {
  const name = nameIn(operands)
  const saved = await withSandbox(flags, terminal, (call) =>
    call<NamedSnapshot>('PUT', `/snapshots/${encodeURIComponent(name)}`, { replace: flags.replace }),
  )
  const sentence = `Saved ${saved.name}: ${plural(english, saved.messages, 'message')}, ${sizeText(saved.size, english)}.`
  await print(terminal, flags.json ? `${JSON.stringify(saved)}\n` : `${sentence}\n`)
  return exitCodes.done
}

export async function restoreSnapshot({ flags, operands }: Asked, terminal: Terminal): Promise<ExitCode> {
  const name = nameIn(operands)
  const state = await withSandbox(flags, terminal, (call) =>
    call<{ messages: number }>('POST', `/snapshots/${encodeURIComponent(name)}/restore`, {}),
  )
  const sentence = `The sandbox was restored to ${name}: ${plural(english, state.messages, 'message')}.`
  await print(terminal, flags.json ? `${JSON.stringify(state)}\n` : `${sentence}\n`)
  return exitCodes.done
}

export async function removeSnapshot({ flags, operands }: Asked, terminal: Terminal): Promise<ExitCode> {
  const name = nameIn(operands)
  await withSandbox(flags, terminal, (call) => call('DELETE', `/snapshots/${encodeURIComponent(name)}`))
  await print(terminal, flags.json ? `${JSON.stringify({ removed: name })}\n` : `Removed ${name}.\n`)
  return exitCodes.done
}

export async function compareSnapshot({ flags, operands }: Asked, terminal: Terminal): Promise<ExitCode> {
  const name = nameIn(operands)
  const other = operands[1]
  const query = other === undefined ? '' : `?with=${encodeURIComponent(other)}`
  const found = await withSandbox(flags, terminal, (call) =>
    call<SnapshotComparison>('GET', `/snapshots/${encodeURIComponent(name)}/diff${query}`),
  )
  if (flags.json) await print(terminal, `${JSON.stringify(found)}\n`)
  else if (found.isSame) terminal.say('Nothing has changed.')
  else await print(terminal, `${linesOf(found).join('\n')}\n`)
  return found.isSame ? exitCodes.nothing : exitCodes.done
}

function nameIn(operands: readonly string[]): string {
  if (operands[0] === undefined) throw new UsageError('Give the name of the snapshot.')
  return operands[0]
}

function tableOf(snapshots: readonly ListedSnapshot[], { width }: Terminal): string {
  const columns = [
    { heading: 'Name', isCut: true },
    { heading: 'Messages', isCut: false },
    { heading: 'Size', isCut: false },
    { heading: 'Sandbox time', isCut: false },
  ]
  const rows = snapshots.map((snapshot) =>
    'problem' in snapshot
      ? [`${snapshot.name}: ${snapshot.problem}`]
      : [
          snapshot.name,
          english.number(snapshot.messages),
          sizeText(snapshot.size, english),
          timeOf(snapshot.clock.now),
        ],
  )
  return new TextTable(columns, width).add(rows)
}

function linesOf({ messages, entries, clock, faults }: SnapshotComparison): string[] {
  const { added, changed, removed } = messages
  const total = added + changed + removed
  const count = `${plural(english, added, 'message')} added, ${english.number(changed)} changed, ${english.number(removed)} removed`
  const faultsChanged = JSON.stringify(faults.before) !== JSON.stringify(faults.after)
  return [
    `${count}.`,
    ...messages.first.map(lineOf),
    ...(total > messages.first.length ? [`  and ${english.number(total - messages.first.length)} more`] : []),
    ...entries.first.map(({ kind, name, change }) => `${signs[change]} ${kind} ${visible(name)}`),
    ...(entries.count > entries.first.length
      ? [`  and ${english.number(entries.count - entries.first.length)} more`]
      : []),
    ...(faultsChanged ? [`~ faults ${namesOf(faults.before)} → ${namesOf(faults.after)}`] : []),
    ...(clock.before === clock.after ? [] : [`~ clock ${timeOf(clock.before)} → ${timeOf(clock.after)}`]),
  ]
}

const signs = { added: '+', removed: '-', changed: '~' } as const

function lineOf({ email, subject, before, after }: ComparedMessage): string {
  const sign = before === null ? signs.added : after === null ? signs.removed : signs.changed
  const states = [before, after].filter((state) => state !== null)
  return `${sign} ${visible(email)}  ${visible(subject)}  ${[...new Set(states)].join(' → ')}`
}

function namesOf(faults: readonly { kind: string }[]): string {
  return faults.map(({ kind }) => kind).join(', ') || 'none'
}

function timeOf(now: number): string {
  return new Date(now).toISOString().slice(0, 16).replace('T', ' ')
}
