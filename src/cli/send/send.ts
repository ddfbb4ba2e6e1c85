import { resolve } from 'node:path'
import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import { mostRowsAtOnce } from '#shared/contract/base/draft-limits.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { batchesOf } from '#shared/domain/drafts/batches.ts'
import { messageVariables, missingValues, type MessageVariables } from '#shared/domain/drafts/people/missing-values.ts'
import { shortened } from '#shared/text/shortened.ts'
import { visible } from '#shared/text/visible.ts'
import type { Ask } from '../app/ask.ts'
import { followJob } from '../app/follow-job.ts'
import { withAccount, type WholeApp } from '../app/whole-app.ts'
import { confirm } from '../framework/ask-user.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { copyWhole, withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { fillDraft, savePeople } from './fill-draft.ts'
import { findDraft } from './find-draft.ts'
import { followSend } from '../sends/follow-send.ts'
import type { Message } from './read-mail-file.ts'
import { readMessageFlags } from './read-message.ts'
import { readPeople } from './read-people.ts'
import type { sendFlags } from './send-flags.ts'

type Flags = Given<typeof sendFlags>['flags']

export async function send({ flags }: Given<typeof sendFlags>, terminal: Terminal): Promise<ExitCode> {
  if (flags.mails !== undefined && !flags['dry-run']) throw new UsageError('--mails works only with --dry-run.')
  const message = await readMessageFlags(flags, terminal)
  return withAccount(flags, terminal, async ({ account, ...whole }) => {
    const { ask } = whole
    const id = await newDraft(whole, account, message, flags.draft)
    let isLeft = true
    try {
      const complete = await completeDraft(whole, { id, message, flags, terminal })
      if (flags['dry-run']) return await dryRun(whole, id, { flags, complete, terminal })
      const question = `Send “${visible(complete.subject)}” from ${account.name} to ${recipientsText(complete)}?`
      if (!(await confirm(question, { isYes: flags.yes }, terminal))) return exitCodes.failed
      const begin = async () => {
        await ask('sends.start', { draftId: id, at: null, undoSeconds: 0 })
        isLeft = false
        return id
      }
      return await followSend(whole, { begin, isNew: true, terminal, flags })
    } finally {
      // A draft left behind by a failed command would go unnoticed in the app.
      if (isLeft) await ask('drafts.remove', { id }).catch(() => undefined)
    }
  })
}

/** Creates an empty draft, or a copy of a saved one. The saved draft itself never changes. */
async function newDraft({ ask }: WholeApp, account: Account, message: Message | null, wanted = ''): Promise<string> {
  const start = message
    ? ({ from: 'blank' } as const)
    : ({ from: 'draft', id: await findDraft(ask, account, wanted) } as const)
  const { id } = await ask('drafts.create', { accountId: account.id, start, temporary: true })
  return id
}

type Unfinished = {
  readonly id: string
  readonly message: Message | null
  readonly flags: Flags
  readonly terminal: Terminal
}

type Complete = Pick<DraftContent, 'subject' | 'cc' | 'bcc'> & { readonly people: DraftPeople }

/** Adds the message and the recipients to the draft, and returns what will be sent. */
async function completeDraft(whole: WholeApp, { id, message, flags, terminal }: Unfinished): Promise<Complete> {
  const { ask } = whole
  if (message) await fillDraft(whole, { id, ...message, terminal })
  const { content, recipients, people: first, problems } = await ask('drafts.get', { id })
  const [problem] = problems
  if (problem !== undefined) throw new AppError('draft-incomplete', `${problem} Nothing was sent.`)
  const variables = messageVariables(content)
  const given = await readPeople(flags, { whole, terminal, variables: variables.all })
  const people = given ?? (message?.people.rows.length ? message.people : await peopleOf(ask, id, recipients, first))
  if (people.rows.length === 0) throw new UsageError('mailroom send needs recipients: give --to or --to-file.')
  refuseHoles(people, variables)
  if (given ?? message) await savePeople(whole, id, people, recipients)
  sayRepeated(people, terminal)
  const { subject, cc, bcc } = content
  if (!given) return { people, subject, cc, bcc }
  // The message is for the recipients on the command line only, not for those who got the original.
  await ask('drafts.save', { id, content: { cc: [], bcc: [] } })
  return { people, subject, cc: [], bcc: [] }
}

function recipientsText({ people, cc, bcc }: Complete): string {
  const to = plural(english, people.rows.length, 'recipient')
  const copies = [...cc, ...bcc].map(({ address }) => visible(address))
  if (copies.length === 0) return to
  // Every call sends them a copy.
  const count = copies.length * batchesOf(people.rows).length
  return `${to}, with ${plural(english, count, 'copy', 'copies')} (Cc and Bcc) to ${shortened(copies.join(', '))}`
}

/** Reads all recipients, because a draft is returned with only the first few. */
async function peopleOf(ask: Ask, id: string, count: number, { columns, rows }: DraftPeople): Promise<DraftPeople> {
  const all = [...rows]
  while (all.length < count) {
    const part = await ask('drafts.people', { id, from: all.length, count: mostRowsAtOnce })
    if (part.length === 0) break
    all.push(...part)
  }
  return { columns, rows: all }
}

/** Repeated addresses are only reported, because a list may name one mailbox for two people. */
function sayRepeated({ rows }: DraftPeople, terminal: Terminal): void {
  const byAddress = Map.groupBy(rows, ({ address }) => address.trim().toLowerCase())
  const count = [...byAddress.values()].filter(({ length }) => length > 1).length
  if (count === 0) return
  const words = count === 1 ? 'appears more than once and gets' : 'appear more than once and get'
  terminal.say(`${plural(english, count, 'address', 'addresses')} ${words} the message each time.`)
}

/** The page reports missing values and lets the user decide, which is not possible here. */
function refuseHoles({ columns, rows }: DraftPeople, variables: MessageVariables): void {
  const missing = missingValues(columns, variables)
  const without = new Map<string, number>()
  for (const name of rows.flatMap(missing)) without.set(name, (without.get(name) ?? 0) + 1)
  const [hole] = without
  if (hole === undefined) return
  const count = plural(english, hole[1], 'recipient')
  throw new AppError('draft-incomplete', `{{${hole[0]}}} has no value for ${count}. Nothing was sent.`)
}

type DryRun = { readonly flags: Flags; readonly complete: Complete; readonly terminal: Terminal }

/** A dry run fails if the real send would be refused. */
async function dryRun(whole: WholeApp, draftId: string, { flags, complete, terminal }: DryRun): Promise<ExitCode> {
  const { ask, hold } = whole
  await ask('sends.verify', { draftId })
  if (flags.mails !== undefined) {
    const result = await followJob(whole, terminal, (signal) => ask('sends.dryRun', { draftId, folder: null }, signal))
    using file = await hold(result!.fileToken!)
    await copyWhole(file.path, resolve(terminal.folder, flags.mails))
  }
  const { people, cc, bcc } = complete
  const lines = [
    ...people.rows.map(({ address }) => (flags.json ? JSON.stringify({ to: address }) : address)),
    ...cc.map(({ address }) => (flags.json ? JSON.stringify({ cc: address }) : `Cc: ${address}`)),
    ...bcc.map(({ address }) => (flags.json ? JSON.stringify({ bcc: address }) : `Bcc: ${address}`)),
  ]
  await withOutput({ out: undefined, terminal }, (write) => write(`${lines.join('\n')}\n`))
  return exitCodes.done
}
