import { resolve } from 'node:path'
import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import { mostRowsAtOnce } from '#shared/contract/base/draft-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { distinctNames, placeholders } from '#shared/domain/compose/substitution.ts'
import { followJob } from '../app/follow-job.ts'
import { withAccount, type WholeApp } from '../app/whole-app.ts'
import { confirm } from '../framework/ask-user.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { copyWhole, withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { followSend } from './follow-send.ts'
import { readMessage } from './read-message.ts'
import { readPeople } from './read-people.ts'
import type { sendFlags } from './send-flags.ts'

type Flags = Given<typeof sendFlags>['flags']

/** `mailroom send`. */
export async function send({ flags }: Given<typeof sendFlags>, terminal: Terminal): Promise<ExitCode> {
  if (flags.mails !== undefined && !flags['dry-run']) throw new UsageError('--mails goes with --dry-run.')
  const content = await readMessage(flags, terminal)
  const variables = variablesOf(content)
  return withAccount(flags, terminal, async ({ account, ...whole }) => {
    const { app, ask } = whole
    const people = await readPeople(flags, { app, ask, terminal, variables })
    refuseHoles(people, variables)
    const { id } = await ask('compose.createDraft', { accountId: account.id, start: { from: 'blank' } })
    let isLeft = true
    try {
      await fillDraft(whole, id, content, people)
      if (flags['dry-run']) return await dryRun(whole, id, { flags, people, terminal })
      const to = plural(english, people.rows.length, 'recipient')
      const question = `Send “${flags.subject}” from ${account.name} to ${to}?`
      if (!(await confirm(question, { isYes: flags.yes }, terminal))) return exitCodes.failed
      const summary = await followSend(app, terminal, id, () => (isLeft = false))
      const line = flags.json ? JSON.stringify({ event: 'done', ...summary.counts }) : summary.text
      await withOutput({ out: undefined, folder: terminal.folder }, (write) => write(`${line}\n`))
      return summary.code
    } finally {
      // What was not sent is no draft that anybody would look for in the app.
      if (isLeft) await ask('compose.removeDraft', { id }).catch(() => undefined)
    }
  })
}

function variablesOf({ subject = '', html = '', text = '' }: Partial<DraftContent>): string[] {
  return distinctNames(placeholders(subject, html, text))
}

/** In the page the checks would say so, and somebody would decide. */
function refuseHoles({ columns, rows }: DraftPeople, variables: readonly string[]): void {
  const folded = columns.map((column) => column.toLowerCase())
  for (const name of variables) {
    const place = folded.indexOf(name.toLowerCase())
    const without = place < 0 ? rows.length : rows.filter(({ values }) => (values[place] ?? null) === null).length
    if (without === 0) continue
    const count = plural(english, without, 'recipient')
    throw new AppError('draft-incomplete', `{{${name}}} has no value for ${count}. Nothing was sent.`)
  }
}

async function fillDraft({ ask }: WholeApp, id: string, content: Partial<DraftContent>, people: DraftPeople) {
  await ask('compose.saveDraft', { id, content })
  for (let at = 0; at < people.rows.length; at += mostRowsAtOnce) {
    const rows = people.rows.slice(at, at + mostRowsAtOnce)
    await ask('compose.saveDraft', { id, people: { columns: people.columns, at, remove: 0, rows } })
  }
}

type DryRun = { readonly flags: Flags; readonly people: DraftPeople; readonly terminal: Terminal }

async function dryRun({ app, ask }: WholeApp, draftId: string, { flags, people, terminal }: DryRun): Promise<ExitCode> {
  if (flags.mails !== undefined) {
    const result = await followJob(app, terminal, (signal) => ask('compose.dryRun', { draftId, folder: null }, signal))
    using file = app.files.hold(result!.fileToken!)
    await copyWhole(file.path, resolve(terminal.folder, flags.mails))
  }
  const lines = people.rows.map(({ address }) => (flags.json ? JSON.stringify({ to: address }) : address))
  await withOutput({ out: undefined, folder: terminal.folder }, (write) => write(`${lines.join('\n')}\n`))
  return exitCodes.done
}
