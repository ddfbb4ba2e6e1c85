import type { ElectronApplication } from '@playwright/test'

declare global {
  /** In Electron's main process: what the system was asked to show. */
  var shownByTest: string[]
}

/** Keeps the notifications of the app in place of the system, on which nobody looks. */
export async function keepNotifications(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ Notification }) => {
    globalThis.shownByTest = []
    Notification.prototype.show = function () {
      globalThis.shownByTest.push(`${this.title}. ${this.body}`)
    }
  })
  return () => app.evaluate(() => globalThis.shownByTest)
}
