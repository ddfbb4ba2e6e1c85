import { powerSaveBlocker } from 'electron'
import type { App } from '#core/create-app.ts'

/**
 * Keeps the computer from going to sleep while jobs are running. It also keeps macOS from slowing down the timers of a
 * hidden window.
 */
export function stayAwake(core: Pick<App, 'isBusy' | 'subscribe'>): void {
  let blocker: number | null = null
  core.subscribe(({ name }) => {
    if (name !== 'jobs.changed') return
    const isBusy = core.isBusy()
    if (isBusy === (blocker !== null)) return
    if (blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension')
    else {
      powerSaveBlocker.stop(blocker)
      blocker = null
    }
  })
}
