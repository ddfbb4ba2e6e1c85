import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { Logger } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { hostChannels, type Reply } from '#shared/contract/host.ts'
import type { PageAddress } from '../page/page-address.ts'
import { mayAsk } from '../page/page-rules.ts'
import { DocumentSignals } from './document-signal.ts'
import { replyOf } from './reply.ts'

const droppedPaths = z.array(z.string().min(1)).max(1000)

/** The page's two ways to call this process. Each checks the sender before it reads the call. */
export function handlePageCalls(app: App, page: PageAddress, logger: Logger): void {
  const signals = new DocumentSignals()

  const reply = <Output>(event: IpcMainInvokeEvent, call: () => Promise<Output>): Promise<Reply<Output>> =>
    replyOf(
      () => {
        if (mayAsk(page, event.senderFrame)) return call()
        logger.log('warn', 'call refused', { sender: event.senderFrame?.url ?? null })
        throw new AppError('sender-refused', 'Only Mailroom’s own page may call this.')
      },
      (error) => logger.log('error', 'call failed', { ...error.details, stack: stackOf(error.cause) }),
    )

  ipcMain.handle(hostChannels.invoke, (event, name: unknown, input: unknown) =>
    reply(event, () => dispatch(app, nameOf(name), input, { signal: signals.of(event.sender) })),
  )
  ipcMain.handle(hostChannels.drop, (event, paths: unknown) => reply(event, () => registerDropped(app, paths)))
}

/** A value that is not a string names no command; converting it would only fail in another way. */
function nameOf(name: unknown): string {
  return typeof name === 'string' ? name : ''
}

async function registerDropped(app: App, paths: unknown) {
  const parsed = droppedPaths.safeParse(paths)
  if (!parsed.success) throw new AppError('not-a-file', 'Only files from this computer can be dropped here.')
  return Promise.all(parsed.data.map((path) => app.files.register(path)))
}

function stackOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.stack : undefined
}
