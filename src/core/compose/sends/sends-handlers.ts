import type { DraftContent } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { noRecipients } from '#shared/domain/compose/unsendable.ts'
import { shortened } from '#shared/text/shortened.ts'
import type { HandlersOf } from '../../base/handlers.ts'
import { optionValues } from './option-values.ts'
import { foundBatches, inOrder, recipientsInState, sendCounts, sendRecipients } from './results/send-records.ts'
import type { SendParts } from './sends-room.ts'
import type { SendFolder } from './store/send-folder.ts'
import { dryRun, refuseDryRun } from './trial/dry-run.ts'
import { requestView } from './trial/request-view.ts'
import { sendDraftTest } from './trial/send-test.ts'

type SendCommands = Pick<
  HandlersOf<'compose'>,
  | 'compose.optionValues'
  | 'compose.sendDraftTest'
  | 'compose.request'
  | 'compose.dryRun'
  | 'compose.rehearse'
  | 'compose.rehearsal'
  | 'compose.send'
  | 'compose.sends'
  | 'compose.sendDetail'
  | 'compose.sendRecipients'
  | 'compose.sendCounts'
  | 'compose.pauseSend'
  | 'compose.resumeSend'
  | 'compose.cancelSend'
  | 'compose.moveSend'
  | 'compose.removeSend'
>

export function sendHandlers(parts: SendParts): SendCommands {
  const { sends, store } = parts
  return {
    ...trialHandlers(parts),
    'compose.optionValues': ({ accountId }, { signal }) => optionValues(parts, accountId, signal),
    'compose.send': ({ draftId, ...when }) => sends.send(draftId, when),
    'compose.sends': ({ accountId }) => sends.list(accountId),
    'compose.sendDetail': async ({ id }) => {
      const folder = store.get(id)
      const { content } = (await store.contents(folder)).stored
      return { summary: folder.summary, content, batches: inOrder(folder.batches) }
    },
    'compose.sendRecipients': async ({ id, offset, limit, state }) => {
      const folder = store.get(id)
      const { people, stored } = await store.contents(folder)
      const { rows } = people
      const known = await recordsFor(parts, folder)
      await settleFound(parts, folder, known)
      const page = { people: rows, batches: folder.batches, offset, limit, ...known }
      if (state !== undefined) return recipientsInState({ ...page, copies: copiesOf(stored.content) }, state)
      const recipients = await sendRecipients(page)
      return { recipients, total: rows.length }
    },
    'compose.sendCounts': async ({ id }) => {
      const folder = store.get(id)
      const copies = copiesOf((await store.contents(folder)).stored.content)
      const known = await recordsFor(parts, folder)
      await settleFound(parts, folder, known)
      return sendCounts({ batches: folder.batches, copies, ...known })
    },
    'compose.pauseSend': ({ id }) => sends.pause(id),
    'compose.resumeSend': async ({ id }) => {
      await sends.resume(id)
      // In the background: the look for lost calls does not hold up the others.
      parts.lost.lookSoon(store.get(id))
    },
    'compose.cancelSend': async ({ id }) => ({ draftId: await sends.cancel(id) }),
    'compose.moveSend': ({ id, at }) => sends.move(id, at),
    'compose.removeSend': ({ id }) => sends.remove(id),
  }
}

function trialHandlers(parts: SendParts) {
  const { drafts, accounts, jobs, files, rehearsals } = parts
  return {
    'compose.sendDraftTest': async ({ draftId, ...test }) => sendDraftTest(parts, await drafts.get(draftId), test),
    'compose.request': async ({ draftId, index }) => {
      const draft = await drafts.get(draftId)
      return requestView(draft, accounts.get(draft.stored.accountId), index)
    },
    'compose.dryRun': async ({ draftId, folder }) => {
      const parent = folder === null ? null : files.find(folder).path
      const draft = await drafts.get(draftId)
      refuseDryRun(draft, parent)
      const { accountId, content } = draft.stored
      const title = `Write the mails of “${shortened(content.subject) || 'no subject'}” to files`
      return { jobId: jobs.start({ kind: 'compose', title, accountId, work: dryRun(draft, parent, parts) }) }
    },
    'compose.rehearse': async ({ draftId }) => {
      const draft = await drafts.get(draftId)
      const { rows } = draft.people
      if (rows.length === 0) throw new AppError('draft-incomplete', noRecipients)
      const { accountId, content } = draft.stored
      const to = plural(english, rows.length, 'recipient')
      const title = `Rehearse “${shortened(content.subject) || 'no subject'}” with ${to}`
      return { jobId: jobs.start({ kind: 'compose', title, accountId, work: rehearsals.work(draft) }) }
    },
    'compose.rehearsal': ({ draftId }) => rehearsals.of(draftId),
  } satisfies Partial<SendCommands>
}

function copiesOf({ cc, bcc }: Pick<DraftContent, 'cc' | 'bcc'>): string[] {
  return [...cc, ...bcc].map(({ address }) => address.trim())
}

async function recordsFor({ accounts, archives }: SendParts, { stored }: SendFolder) {
  const { accountId } = stored
  const { storeHistory, correlateSends } = accounts.get(accountId)
  const archive = storeHistory && correlateSends ? await archives.of(accountId) : null
  return { archive, context: { now: accounts.clockOf(accountId).now(), zone: 'UTC' } }
}

type Known = Awaited<ReturnType<typeof recordsFor>>

async function settleFound({ sends }: SendParts, folder: SendFolder, known: Known): Promise<void> {
  for (const index of await foundBatches({ batches: folder.batches, ...known })) {
    await sends.settleBatch(folder, index, { state: 'sent', problem: '' })
  }
}
