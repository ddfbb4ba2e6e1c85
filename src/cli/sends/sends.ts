import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { RestPlan } from '#shared/contract/sends.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { hasEnded } from '#shared/domain/sends/send-states.ts'
import { visible } from '#shared/text/visible.ts'
import type { Ask } from '../app/ask.ts'
import { withAccount } from '../app/whole-app.ts'
import { confirm } from '../framework/ask-user.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { errorOf, sentenceOf } from '../framework/failures.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { plainLine } from '../text/cells.ts'
import { TextTable } from '../text/text-table.ts'
import { countsOf, endedCode, endedText, stateOf } from './ended-send.ts'
import { findSend } from './find-send.ts'
import { followSend } from './follow-send.ts'
import type { listFlags, restFlags, resumeFlags, showFlags } from './sends-flags.ts'
import { listUnreached } from './unreached.ts'

const print = (terminal: Terminal, text: string) => withOutput({ out: undefined, terminal }, (write) => write(text))

export async function listSends({ flags }: Given<typeof listFlags>, terminal: Terminal): Promise<ExitCode> {
  return withAccount(flags, terminal, async ({ account, ask }) => {
    const sends = await ask('sends.list', { accountId: account.id })
    if (sends.length === 0) {
      terminal.say(`${account.name} has sent nothing yet.`)
      return exitCodes.nothing
    }
    const text = flags.json
      ? sends.map((send) => `${JSON.stringify(shownOf(send))}\n`).join('')
      : tableOf(sends, terminal)
    await print(terminal, text)
    return exitCodes.done
  })
}

/** Runs `mailroom sends show`. Lost responses are looked up first, so that scripts get a definite outcome. */
export async function showSend({ flags, operands }: Given<typeof showFlags>, terminal: Terminal): Promise<ExitCode> {
  return withAccount(flags, terminal, async ({ account, ask }) => {
    const { id } = await findSend(ask, account, operands[0])
    await lookUpLost(ask, id, terminal)
    const { summary: send } = await ask('sends.get', { id })
    const plan = await ask('sends.rest', { id, only: null })
    const line = flags.json
      ? JSON.stringify({ ...shownOf(send), rest: plan.recipients, rests: plan.rests.map((rest) => rest.id) })
      : `${visible(send.subject)}: ${stateOf(send)}. ${endedText(send)}`
    await print(terminal, `${line}\n`)
    await listUnreached({ ask, summary: send, terminal, out: flags.refused })
    return hasEnded(send) ? endedCode(send, { isInterrupted: false }) : exitCodes.partly
  })
}

export async function resumeSend(
  { flags, operands }: Given<typeof resumeFlags>,
  terminal: Terminal,
): Promise<ExitCode> {
  return withAccount(flags, terminal, async ({ account, ...whole }) => {
    const send = await findSend(whole.ask, account, operands[0])
    const { id, subject } = send
    if (send.state !== 'paused' && send.state !== 'interrupted') {
      throw new AppError('conflict', `This send is not paused. ${endedText(send)}`)
    }
    const to = plural(english, countsOf(send).waiting, 'recipient')
    const question = `Send “${visible(subject)}” from ${account.name} to the ${to} still waiting?`
    if (!(await confirm(question, { isYes: flags.yes }, terminal))) return exitCodes.failed
    const begin = async () => {
      await whole.ask('sends.resume', { id })
      return id
    }
    return followSend(whole, { begin, isNew: false, terminal, flags })
  })
}

export async function sendRest({ flags, operands }: Given<typeof restFlags>, terminal: Terminal): Promise<ExitCode> {
  return withAccount(flags, terminal, async ({ account, ...whole }) => {
    const { ask } = whole
    const send = await findSend(ask, account, operands[0])
    const { id, subject } = send
    // Recipients whose response was lost may have the message after all.
    await lookUpLost(ask, id, terminal)
    const plan = await ask('sends.rest', { id, only: null })
    if (flags['dry-run']) {
      await print(terminal, flags.json ? `${JSON.stringify({ id, ...planOf(plan) })}\n` : `${planText(plan)}\n`)
      return plan.recipients > 0 ? exitCodes.done : exitCodes.nothing
    }
    if (!hasEnded(send)) {
      throw new AppError('conflict', `This send has not finished yet. Continue it with mailroom sends resume ${id}.`)
    }
    if (plan.recipients === 0) {
      await print(terminal, flags.json ? `${JSON.stringify({ id, ...planOf(plan) })}\n` : `${planText(plan)}\n`)
      return exitCodes.nothing
    }
    terminal.say(planText(plan))
    const { recipients } = plan
    const to = plural(english, recipients, 'recipient')
    const question = `Send “${visible(subject)}” as it was confirmed, from ${account.name} to the ${to} who did not get it?`
    if (!(await confirm(question, { isYes: flags.yes }, terminal))) return exitCodes.failed
    const begin = async () => (await ask('sends.startRest', { id, only: null, recipients, undoSeconds: 0 })).id
    return followSend(whole, { begin, isNew: true, terminal, flags })
  })
}

/**
 * Looks up lost responses. If the service can’t be queried now, their outcome stays unknown, and the reason is printed.
 */
async function lookUpLost(ask: Ask, id: string, terminal: Terminal): Promise<void> {
  const signal = terminal.interrupted()
  try {
    await ask('sends.check', { id }, signal)
  } catch (thrown) {
    signal.throwIfAborted()
    terminal.say(`The calls without a response could not be looked up. ${sentenceOf(errorOf(thrown))}`)
  }
}

function shownOf(send: SendSummary) {
  const { accountId, subject, at, createdAt, note } = send
  const times = { createdAt: new Date(createdAt).toISOString(), at: new Date(at).toISOString() }
  return { ...countsOf(send), accountId, subject, ...times, note }
}

function tableOf(sends: readonly SendSummary[], { stdout, width }: Terminal): string {
  const rows = sends.map((send) => {
    const { sent, waiting } = countsOf(send)
    const counts = [send.recipients, sent, send.refused, send.absent, send.unknown, waiting].map(String)
    return [new Date(send.at).toISOString(), visible(send.subject), stateOf(send), ...counts, send.id]
  })
  if (!stdout.isTTY) return rows.map(plainLine).join('')
  const headings = ['Time', 'Subject', 'State', 'Recipients', 'Sent', 'Refused', 'Not sent', 'Unknown', 'Waiting', 'ID']
  return new TextTable(
    headings.map((heading) => ({ heading, isCut: heading === 'Subject' || heading === 'State' })),
    width,
  ).add(rows)
}

function planOf({ recipients, groups, leftOut, sent, unknown, open, rests }: RestPlan) {
  return { recipients, groups, leftOut, sent, unknown, open, rests: rests.map(({ id }) => id) }
}

function planText({ recipients, groups, leftOut, unknown, open, isMarked }: RestPlan): string {
  const { bounced, complained, unsubscribed, erased } = leftOut
  const out = bounced + complained + unsubscribed + erased
  return [
    `${plural(english, recipients, 'recipient')} definitely did not get the message (${english.number(groups.refused)} refused, ${english.number(groups.absent)} without a record, ${english.number(groups.waiting)} never sent).`,
    ...(out > 0
      ? [`Left out: ${bounced} bounced, ${complained} complained, ${unsubscribed} unsubscribed, ${erased} erased.`]
      : []),
    ...(open > 0
      ? [`${plural(english, open, 'recipient')} will get the message from a send that hasn’t ended yet.`]
      : []),
    ...(unknown > 0 ? [unknownText(english.number(unknown), isMarked)] : []),
  ].join(' ')
}

function unknownText(count: string, isMarked: boolean): string {
  return isMarked
    ? `Left out because the outcome is unknown: ${count}.`
    : `Left out because the outcome is unknown: ${count}; the calls can’t be told apart from others, so it stays unknown.`
}
