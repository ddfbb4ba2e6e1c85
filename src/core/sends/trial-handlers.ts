import { AppError } from '#shared/contract/base/error.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { noRecipients } from '#shared/domain/drafts/unsendable.ts'
import { fromStatistics } from '#shared/domain/service/to-message.ts'
import { shortened } from '#shared/text/shortened.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { JobWork } from '../jobs/index.ts'
import type { SendParts } from './open-sends.ts'
import { dryRun, refuseDryRun } from './trial/dry-run.ts'
import { requestView } from './trial/request-view.ts'
import { sendDraftTest, sendOnce } from './trial/send-test.ts'

/** The maximum number of records found. More would indicate a newsletter, not a test. */
const mostFound = 100

type TrialCommand =
  | 'sends.test'
  | 'sends.findTest'
  | 'sends.testDraft'
  | 'sends.request'
  | 'sends.dryRun'
  | 'sends.rehearse'
  | 'sends.rehearsal'

/** Trials run before a message is sent to everyone. */
export function trialHandlers(parts: SendParts): Pick<HandlersOf<'sends'>, TrialCommand> {
  const { drafts, accounts, archives, jobs, files, rehearsals } = parts
  return {
    'sends.test': ({ accountId, id, message: { to, from, subject, text } }) => {
      const recipients = to.map((address) => ({ address }))
      const message = { to: recipients, from: { address: from }, subject, text }
      const copy = { content: { text, html: '', columns: [] }, to: recipients }
      return sendOnce(parts, { accountId, id, message, copy })
    },
    'sends.findTest': async ({ accountId, sendId, sentAt }, { signal }) => {
      const { found } = await accounts.client(accountId).checkSend(sendId, { sentAt, signal })
      if (accounts.get(accountId).storeHistory && found.length > 0) {
        // The records are imported here, because a sync leaves out the last minute and the sender is looking for the
        // message now.
        const second = Math.floor(sentAt / 1000)
        const period = { from: second, to: second }
        const archive = await archives.of(accountId)
        await archive.import(found.map((record) => fromStatistics(record, period)))
      }
      return found.slice(0, mostFound).map(({ id, msg, lastState }) => ({ id, email: msg.email, lastState }))
    },
    'sends.testDraft': async ({ draftId, ...test }) => sendDraftTest(parts, await drafts.get(draftId), test),
    'sends.request': async ({ draftId, index }) => {
      const draft = await drafts.get(draftId)
      return requestView(draft, accounts.get(draft.stored.accountId), index)
    },
    'sends.dryRun': async ({ draftId, folder }) => {
      const parent = folder === null ? null : files.find(folder).path
      const draft = await drafts.get(draftId)
      refuseDryRun(draft, parent)
      const { accountId, content } = draft.stored
      const title = `Write the messages of “${shortened(content.subject) || 'no subject'}” to files`
      return { jobId: jobs.start({ kind: 'sends', title, accountId, work: dryRun(draft, parent, parts) }) }
    },
    'sends.rehearse': async ({ draftId }) => {
      const draft = await drafts.get(draftId)
      const { rows } = draft.people
      if (rows.length === 0) throw new AppError('draft-incomplete', noRecipients)
      const { accountId, content } = draft.stored
      const subject = shortened(content.subject) || 'no subject'
      const title = `Rehearse “${subject}” for ${plural(english, rows.length, 'recipient')}`
      const start = (work: JobWork) => jobs.start({ kind: 'sends', title, accountId, work })
      return { jobId: rehearsals.start(draft, start) }
    },
    'sends.rehearsal': async ({ draftId }) => ({
      jobId: rehearsals.running(draftId),
      last: await rehearsals.last(draftId),
    }),
  }
}
