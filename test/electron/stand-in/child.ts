/** Runs the built main bundle in this process, with the stand-in in place of electron. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { AppEvent } from '#shared/contract/events.ts'
import { appStandIn } from './app.ts'
import { driver } from './driver.ts'
import type { Sent } from './page.ts'
import { world, type WorldOptions } from './base/world.ts'

export type ToChild =
  { start: WorldOptions & { main: string; platform: NodeJS.Platform } } | { call: string; args: unknown[]; id: number }
export type FromChild =
  | { started: true }
  | { id: number; value: unknown }
  | { id: number; failure: string }
  | { failure: string }
  | EndOfApp
  | { event: AppEvent }
  | { sent: Sent }
  | { errorBox: { title: string; content: string } }

/** The report that the app sends as it ends. */
export type EndOfApp = {
  readonly refusals: readonly string[]
  readonly hidesDock: boolean
  readonly asksForLock: boolean
  readonly handedOver: Readonly<Record<string, unknown>> | null
  readonly wasReady: boolean
  readonly windows: number
}

const versions = { electron: '45.4.1', chrome: '154.0.0.0' }

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context)
    return { url: new URL('./main-module.ts', import.meta.url).href, shortCircuit: true }
  },
})

// The app also listens for these errors, logs them and continues, so the test has to be notified separately.
process.on('uncaughtExceptionMonitor', (error) => tell({ failure: error.stack ?? String(error) }))
process.on('unhandledRejection', (reason) =>
  tell({ failure: reason instanceof Error ? reason.stack! : String(reason) }),
)
process.on('disconnect', () => process.exit(1))
process.on('message', (message: ToChild) => void receive(message))

async function receive(message: ToChild): Promise<void> {
  if ('start' in message) {
    const { main, platform, ...options } = message.start
    world.options = options
    // In a packaged app, the arguments follow the program directly; otherwise the app’s path comes first.
    process.argv.splice(1, 1, ...(options.packaged ? [] : [options.appPath]))
    Object.defineProperty(process, 'platform', { value: platform })
    Object.defineProperty(process, 'versions', { value: { ...process.versions, ...versions } })
    await import(pathToFileURL(main).href)
    if (options.earlyLink !== undefined) appStandIn.openUrl(options.earlyLink)
    appStandIn.becomeReady()
    tell({ started: true })
    return
  }
  const { call, args, id } = message
  try {
    const method = driver[call as keyof typeof driver] as (...args: unknown[]) => unknown
    tell({ id, value: await method(...args) })
  } catch (thrown) {
    tell({ id, failure: thrown instanceof Error ? thrown.message : String(thrown) })
  }
}

function tell(message: FromChild): void {
  process.send?.(message)
}
