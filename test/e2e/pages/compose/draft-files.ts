import { expect, type Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

type Drag = 'dragEnter' | 'dragOver' | 'drop'

/** The files of a draft, in the panel beside the message. */
export class DraftFilesPanel extends PageModel {
  readonly rows = this.page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem')
  readonly names = this.rows.locator('[data-name]')
  readonly attach = this.page.getByRole('button', { name: 'Attach files…' })
  readonly problems = this.page.getByRole('list', { name: 'Files with problems' })
  readonly dismissProblems = this.page.getByRole('button', { name: 'Dismiss these messages' })
  readonly hint = this.page.getByText(/Drop the (files to attach|images to insert)/)
  /** The question after a mail or an HTML file was dropped on an empty message. */
  readonly question = this.page.getByRole('dialog', { name: /^Use “.*” as the message/ })
  readonly asMessage = this.question.getByRole('button', { name: 'Use as message' })
  readonly asAttachment = this.question.getByRole('button', { name: 'Attach' })
  readonly thumbnails = this.rows.locator('canvas.drawn')

  async choose(paths: readonly string[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.attach.click()])
    await chooser.setFiles([...paths])
  }

  /** Drags a file in the list to the position of another one. */
  async moveTo(file: string, place: string): Promise<void> {
    await this.rows
      .filter({ hasText: file })
      .locator('.grip')
      .dragTo(this.rows.filter({ hasText: place }))
  }

  /**
   * Drags files from the disk over the view, as a file manager does, and drops them where the hint describes the
   * effect. `meanwhile` runs while the pointer rests.
   */
  async drop(paths: readonly string[], target: Locator, meanwhile?: () => Promise<unknown>): Promise<void> {
    await this.#drag(paths, target, async (drag) => {
      // A file manager sends this all the time. Without it, the hint disappears after a moment.
      await expect(async () => {
        await drag('dragOver')
        await expect(this.hint).toBeVisible({ timeout: 300 })
      }).toPass()
      await meanwhile?.()
    })
  }

  /** Drops files where they are not accepted. */
  async dropAside(paths: readonly string[], target: Locator): Promise<void> {
    await this.#drag(paths, target, (drag) => drag('dragOver'))
  }

  async #drag(
    paths: readonly string[],
    target: Locator,
    over: (drag: (type: Drag) => Promise<unknown>) => Promise<unknown>,
  ) {
    const box = await target.boundingBox()
    const place = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    const debug = await this.page.context().newCDPSession(this.page)
    const data = { items: [], files: [...paths], dragOperationsMask: 1 }
    const drag = (type: Drag) => debug.send('Input.dispatchDragEvent', { type, ...place, data })
    await drag('dragEnter')
    await over(drag)
    await drag('drop')
    await debug.detach()
  }

  name(file: string): Locator {
    return this.names.filter({ hasText: file })
  }

  facts(file: string): Locator {
    return this.rows.filter({ hasText: file }).locator('.facts')
  }

  nameField(file: string): Locator {
    return this.page.getByLabel(`Name of ${file}`)
  }

  contentId(file: string): Locator {
    return this.page.getByLabel(`Content ID of ${file}`)
  }

  remove(file: string): Locator {
    return this.page.getByRole('button', { name: `Remove ${file}`, exact: true })
  }

  actions(file: string): Locator {
    return this.page.getByRole('button', { name: `Actions for ${file}` })
  }

  action(name: RegExp): Locator {
    return this.page.getByRole('menuitem', { name })
  }

  async act(file: string, action: RegExp): Promise<void> {
    await this.actions(file).click()
    await this.action(action).click()
  }
}
