import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { z } from 'zod'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { Logger } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { hostChannels, mostDroppedBytes, type Reply } from '#shared/contract/host.ts'
import type { PageAddress } from '../page/page-address.ts'
import { mayAsk } from '../page/page-rules.ts'
import { DocumentSignals } from './document-signal.ts'
import { replyOf } from './reply.ts'

const fileOfPage = z.strictObject({
  name: z.string().max(255),
  size: z.number(),
  bytes: z.instanceof(Uint8Array).nullable(),
})
const droppedFiles = z.array(z.union([z.string().min(1), fileOfPage])).max(1000)

type Parts = {
  readonly app: App
  readonly page: PageAddress
  readonly logger: Logger
  /**
   * Called when the page has saved what it could before Mailroom closes. `unsaved` is the number of drafts that could not
   * be saved.
   */
  saved(contents: WebContents, unsaved: number): void
}

/** Handles every call from the page to this process. Each handler checks the sender before it reads the call. */
export function handlePageCalls({ app, page, logger, saved }: Parts): void {
  const signals = new DocumentSignals()

  const reply = <Output>(event: IpcMainInvokeEvent, call: () => Promise<Output>): Promise<Reply<Output>> =>
    replyOf(
      () => {
        if (mayAsk(page, event.senderFrame)) return call()
        logger.log('warn', 'call refused', { sender: event.senderFrame?.url ?? null })
        throw new AppError('sender-refused', 'Only Mailroom’s own page can call this.')
      },
      (error) => logger.log('error', 'call failed', { ...error.details, stack: stackOf(error.cause) }),
    )

  ipcMain.handle(hostChannels.invoke, (event, name: unknown, input: unknown) =>
    reply(event, () => dispatch(app, nameOf(name), input, { signal: signals.of(event.sender) })),
  )
  ipcMain.handle(hostChannels.drop, (event, files: unknown) => reply(event, () => registerDropped(app, files)))
  ipcMain.handle(hostChannels.saved, (event, unsaved: unknown) =>
    reply(event, () => Promise.resolve(saved(event.sender, typeof unsaved === 'number' ? unsaved : 0))),
  )
}

/** Anything but a string is treated as an unknown command. */
function nameOf(name: unknown): string {
  return typeof name === 'string' ? name : ''
}

async function registerDropped(app: App, files: unknown) {
  const parsed = droppedFiles.safeParse(files)
  if (!parsed.success) throw new AppError('not-a-file', 'Only files can be dropped here.')
  return Promise.all(
    parsed.data.map((file) => {
      if (typeof file === 'string') return app.files.register(file)
      const { name, bytes } = file
      if (bytes !== null && bytes.byteLength <= mostDroppedBytes) return app.files.keep(name, bytes)
      throw new AppError(
        'file-too-large',
        'A file over 100 MB can’t be pasted, or dropped from another program. Save the file first, then drop it from its folder.',
      )
    }),
  )
}

function stackOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.stack : undefined
}
