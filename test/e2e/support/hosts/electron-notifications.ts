import type { ElectronApplication } from '@playwright/test'

declare global {
  /** In Electron’s main process: the notifications that the app has shown. */
  var shownByTest: string[]
}

/** Collects the app’s notifications instead of showing them. */
export async function keepNotifications(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ Notification }) => {
    globalThis.shownByTest = []
    Notification.prototype.show = function () {
      globalThis.shownByTest.push(`${this.title}. ${this.body}`)
    }
  })
  return () => app.evaluate(() => globalThis.shownByTest)
}
