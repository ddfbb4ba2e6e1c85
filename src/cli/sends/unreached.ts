import type { SendBatch, SendSummary } from '#shared/contract/base/sends.ts'
import { english } from '#shared/domain/base/plural.ts'
import { noRecord } from '#shared/domain/sends/send-groups.ts'
import { hasEnded, settledOf } from '#shared/domain/sends/send-states.ts'
import type { Ask } from '../app/ask.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'

type Unreached = { readonly address: string; readonly name: string; readonly state: string; readonly reason: string }

const pageSize = 500
const mostNamed = 5
const cancelledFirst = 'The send was cancelled before the message was sent to this recipient.'

export type Listing = {
  readonly ask: Ask
  readonly summary: SendSummary
  readonly terminal: Terminal
  /** The CSV file for all unreached recipients. If undefined, only the first few are listed, on the terminal. */
  readonly out: string | undefined
}

/**
 * Lists the recipients who did not receive the message or may not have received it. A file lists all of them with the
 * reasons; the terminal shows only the first few.
 */
export async function listUnreached({ ask, summary, terminal, out }: Listing): Promise<void> {
  if (out !== undefined) {
    await withOutput({ out, terminal, flag: '--refused' }, async (write) => {
      await write(line({ address: 'address', name: 'name', state: 'state', reason: 'reason' }))
      for await (const someone of unreached(ask, summary)) await write(line(someone))
    })
    return
  }
  const { refused, unknown, absent } = summary
  const count = refused + unknown + absent + cancelledOf(summary)
  if (count === 0) return
  const named: string[] = []
  for await (const { address, state } of unreached(ask, summary)) {
    named.push(`${address} (${state})`)
    if (named.length === mostNamed) break
  }
  const more = count > named.length ? ` and ${english.number(count - named.length)} more` : ''
  terminal.say(
    `Not reached, or unknown: ${named.join(', ')}${more}. To list everyone with the reasons, add --refused FILE.`,
  )
}

/**
 * How many recipients will get no message because the send was cancelled. Zero until the send has ended, because calls
 * already made may still reach them.
 */
function cancelledOf(summary: SendSummary): number {
  return hasEnded(summary) ? summary.recipients - settledOf(summary) - summary.underWay : 0
}

async function* unreached(ask: Ask, summary: SendSummary): AsyncGenerator<Unreached> {
  const { id } = summary
  const states: SendBatch['state'][] = ['refused', 'unknown', 'absent']
  if (cancelledOf(summary) > 0) states.push('waiting')
  const { batches } = await ask('sends.get', { id })
  const problemOf = (index: number) =>
    batches.find(({ first, recipients }) => index >= first && index < first + recipients)?.problem ?? ''
  for (const state of states) {
    for (let offset = 0; ; offset += pageSize) {
      const { recipients } = await ask('sends.recipients', {
        id,
        offset,
        limit: pageSize,
        state: noRecord(state),
      })
      for (const { index, address, name } of recipients) {
        const shown = state === 'absent' || state === 'waiting' ? 'not sent' : state
        yield { address, name, state: shown, reason: state === 'waiting' ? cancelledFirst : problemOf(index) }
      }
      if (recipients.length < pageSize) break
    }
  }
}

function line({ address, name, state, reason }: Unreached): string {
  return `${[address, name, state, reason].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
}
