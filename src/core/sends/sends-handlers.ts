import type { DraftContent } from '#shared/contract/base/draft.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { imageBytes, wholeDraft } from '../drafts/index.ts'
import { optionValues } from './option-values.ts'
import {
  foundBatches,
  byFirstRecipient,
  recipientsInState,
  sendCounts,
  sendRecipients,
} from './results/send-records.ts'
import { sortedRecipients } from './results/sorted-recipients.ts'
import type { SendParts } from './open-sends.ts'
import { checkRepeats } from './repeats/check-repeats.ts'
import type { Rests } from './rests.ts'
import { draftFromSend } from './store/from-send.ts'
import { trialHandlers } from './trial-handlers.ts'
import type { SendOnDisk } from './store/send-on-disk.ts'

export function sendsHandlers(parts: SendParts, rests: Rests): HandlersOf<'sends'> {
  const { sends, store, drafts, lost } = parts
  return {
    ...trialHandlers(parts),
    'sends.optionValues': ({ accountId }, { signal }) => optionValues(parts, accountId, signal),
    'sends.start': ({ draftId, ...when }) => sends.send(draftId, when),
    'sends.list': ({ accountId }) => sends.list(accountId),
    'sends.get': async ({ id }) => {
      const send = store.get(id)
      const { content } = (await store.contents(send)).stored
      const batches = send.batches.map(({ markedFor: _markedFor, partOf: _partOf, ...batch }) => batch)
      return { summary: send.summary, content, batches: byFirstRecipient(batches) }
    },
    'sends.recipients': async ({ id, offset, limit, state, sort }) => {
      const send = store.get(id)
      const { people, stored } = await store.contents(send)
      const { rows } = people
      const known = await recordsFor(parts, send)
      await settleFound(parts, send, known)
      const page = { people: rows, batches: send.batches, offset, limit, copies: copiesOf(stored.content), ...known }
      if (sort && (sort.field !== 'number' || sort.descending)) return sortedRecipients(page, sort, state)
      if (state !== undefined) return recipientsInState(page, state)
      const recipients = await sendRecipients(page)
      return { recipients, total: rows.length }
    },
    'sends.counts': async ({ id }) => {
      const send = store.get(id)
      // Recipients are left out, because a list of sends needs this for every send.
      const copies = copiesOf(await send.content())
      const known = await recordsFor(parts, send)
      await settleFound(parts, send, known)
      return sendCounts({ batches: send.batches, copies, ...known })
    },
    'sends.pause': ({ id }) => sends.pause(id),
    'sends.resume': async ({ id }) => {
      await sends.resume(id)
      // Runs in the background, so that the search for lost calls does not delay other calls.
      lost.lookSoon(store.get(id))
    },
    'sends.cancel': ({ id }) => sends.cancel(id),
    'sends.move': ({ id, at }) => sends.move(id, at),
    'sends.remove': ({ id }) => sends.remove(id),
    'sends.makeDraft': async ({ id, again }) => wholeDraft(await draftFromSend(parts, id, { again })),
    'sends.image': ({ id, part }) => imageBytes(store.get(id).filePath(part)),
    'sends.verify': ({ draftId }) => parts.verify(draftId),
    'sends.check': async ({ id }, { signal }) => {
      const send = store.get(id)
      await lost.look(send, signal)
      return send.summary
    },
    'sends.settled': ({ id }) => sends.settled(id),
    'sends.rest': (asked, { signal }) => rests.plan(asked, signal),
    'sends.startRest': (asked, { signal }) => rests.start(asked, signal),
    'sends.checkRepeats': async ({ draftId, hours }, { signal }) =>
      checkRepeats(parts, await drafts.get(draftId), { hours, signal }),
  }
}

function copiesOf({ cc, bcc }: Pick<DraftContent, 'cc' | 'bcc'>): string[] {
  return [...cc, ...bcc].map(({ address }) => address.trim())
}

async function recordsFor({ accounts, archives }: SendParts, { stored }: SendOnDisk) {
  const { accountId } = stored
  const { storeHistory, correlateSends } = accounts.get(accountId)
  const archive = storeHistory && correlateSends ? await archives.of(accountId) : null
  return { archive, context: { now: accounts.clockOf(accountId).now(), zone: 'UTC' } }
}

type Known = Awaited<ReturnType<typeof recordsFor>>

async function settleFound({ sends }: SendParts, send: SendOnDisk, known: Known): Promise<void> {
  for (const index of await foundBatches({ batches: send.batches, ...known })) {
    await sends.settleBatch(send, index, { state: 'sent', problem: '' })
  }
}
