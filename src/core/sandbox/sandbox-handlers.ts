import type { HandlersOf } from '../base/handlers.ts'
import { refuseToShow } from '../base/images/shown-image.ts'
import type { FileTokens } from '../files/index.ts'
import type { Syncs } from '../sync/index.ts'
import { fillDemo, type DemoNeeds } from './fill-demo.ts'
import type { LocalSandbox } from './local-sandbox.ts'
import { goneError, refused } from './refusals.ts'
import { replyHandlers } from './reply-handlers.ts'
import { snapshotHandlers } from './snapshot-handlers.ts'
import { webhookHandlers } from './webhook-handlers.ts'

/** The maximum number of bytes shown: more than anyone reads on screen. The file offered with the text is complete. */
const sourceShown = 200_000

type Needs = DemoNeeds & { readonly syncs: Syncs; readonly files: FileTokens }

export function sandboxHandlers(sandbox: LocalSandbox, needs: Needs): HandlersOf<'sandbox'> {
  const { accounts, syncs, files } = needs
  return {
    'sandbox.explore': async ({ scenario }) => {
      // The demo’s rules are added only to a new account: an existing one may contain the user’s own rules and
      // versions.
      const isNew = accounts.sandboxAccount() === undefined
      const account = await sandbox.explore(scenario)
      if (isNew && scenario === 'demo') await fillDemo(account, needs)
      // Runs in the background: the view opens while its messages are being read.
      void syncs.of(account.id).catch(() => undefined)
      return account
    },
    'sandbox.state': () => sandbox.state(),
    'sandbox.stop': () => sandbox.stop(),
    'sandbox.reset': ({ scenario }) => ({ jobId: sandbox.reset(scenario) }),
    'sandbox.moveClock': (move) => sandbox.moveClock(move),
    'sandbox.setNames': async (names) => sandbox.useNames(await sandbox.running.control.setNames(names).catch(refused)),
    'sandbox.certificate': async () => {
      const pem = await sandbox.running.control.certificate()
      return sandbox.file('mailroom-sandbox.pem', Buffer.from(pem))
    },
    'sandbox.faults': async () => [...(await sandbox.running.control.faults())],
    'sandbox.setFaults': async ({ faults }) => [...(await sandbox.running.control.setFaults(faults))],
    'sandbox.requests': async (whose) =>
      (await sandbox.running.control.requestList(whose)).map((request) => ({
        ...request,
        fault: request.fault ?? null,
      })),
    'sandbox.request': async ({ id }) => {
      const found = await sandbox.running.control.request(id)
      if (!found) throw goneError('request')
      return { ...found, fault: found.fault ?? null, messages: [...found.messages], notes: [...found.notes] }
    },
    'sandbox.replay': ({ id }) => sandbox.running.control.replay(id).catch(refused),
    'sandbox.clearRequests': () => sandbox.running.control.clearRequests(),
    'sandbox.outbox': async ({ limit, before, text = '', sort }) => {
      const { control } = sandbox.running
      const isPlain = text.trim() === '' && sort === undefined
      return [
        ...(await (isPlain ? control.outbox(limit, before) : control.searchOutbox({ text, limit, before, sort }))),
      ]
    },
    'sandbox.message': async ({ id }) => {
      const { control } = sandbox.running
      const [found, request] = await Promise.all([control.message(id), control.requestOf(id)])
      if (!found) throw goneError('message')
      return { ...found, request }
    },
    'sandbox.source': async ({ id }) => {
      const bytes = await sandbox.running.control.source(id)
      if (!bytes) throw goneError('message')
      const text = new TextDecoder().decode(bytes.subarray(0, sourceShown))
      return { text, cut: bytes.length > sourceShown, file: await sandbox.file(`${id}.eml`, bytes) }
    },
    'sandbox.attachment': async ({ id, index }) => {
      const { control } = sandbox.running
      const [found, message] = await Promise.all([control.attachment(id, index), control.message(id)])
      if (!found) throw goneError('attachment')
      return sandbox.file(message?.attachments[index]?.filename || `attachment-${index + 1}`, found.bytes)
    },
    'sandbox.image': async ({ id, index }) => {
      // The image reader is loaded with the first message that contains an image.
      const [found, { imageHeadOf }] = await Promise.all([
        sandbox.running.control.attachment(id, index),
        import('../base/images/image-head.ts'),
      ])
      if (!found) throw goneError('attachment')
      const head = imageHeadOf(found.bytes)
      refuseToShow(head, found.bytes.length)
      return { contentType: head.contentType, base64: Buffer.from(found.bytes).toString('base64') }
    },
    ...replyHandlers(sandbox),
    ...snapshotHandlers(sandbox, files),
    ...webhookHandlers(sandbox),
  }
}
