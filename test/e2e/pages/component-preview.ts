import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'

/** The page that shows every component of the UI kit. */
export class ComponentPreview extends PageModel {
  readonly htmlEditor = this.page.getByRole('textbox', { name: 'HTML of the message' })
  readonly grid = this.page.getByRole('grid', { name: 'Messages' })
  readonly selected = this.page.getByTestId('selected')
  readonly confirmation = this.page.getByRole('alertdialog')
  readonly dialog = this.page.getByRole('dialog')
  readonly timeZone = this.page.getByRole('combobox', { name: 'Time zone' })
  readonly format = this.page.getByRole('combobox', { name: 'Format chosen' })
  readonly tag = this.page.getByRole('combobox', { name: 'Tag' })
  readonly recipients = this.page.getByRole('textbox', { name: 'Recipients' })
  readonly baseUrl = this.page.getByRole('textbox', { name: 'Base URL' })

  /** What each of these buttons opens. */
  readonly layers = {
    Actions: '[role=menu]',
    Details: '[role=dialog]',
    Dialog: 'dialog',
    Drawer: 'dialog',
    'Confirm by typing': 'dialog',
  }
  readonly chart = this.page.getByRole('application', { name: /^Messages by weekday/ })

  /** How much more red than green the chart has at a place, in CSS pixels. */
  redAt(x: number, y: number): Promise<number> {
    return this.chart.locator('canvas').evaluate(
      (canvas: HTMLCanvasElement, [left, top]) => {
        const scale = canvas.width / canvas.clientWidth
        const [red = 0, green = 0] = canvas.getContext('2d')!.getImageData(left! * scale, top! * scale, 1, 1).data
        return red - green
      },
      [x, y],
    )
  }

  /** How the option in focus of the opened list is marked. */
  focusedOption(): Promise<{ inList: boolean; frame: string; mark: string }> {
    return this.format.evaluate((select) => {
      const option = document.activeElement!
      const mark = getComputedStyle(option, '::checkmark').display
      return { inList: select.contains(option), frame: getComputedStyle(option).outlineStyle, mark }
    })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
