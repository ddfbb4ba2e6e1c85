import { page, type Locator } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import Preview from '../../../src/renderer/src/preview/Preview.svelte'
import { toasts } from '../../../src/renderer/src/preview/preview-toasts.ts'

/** The page that shows every component of the UI kit. */
export class ComponentPreview {
  readonly htmlEditor = page.getByRole('textbox', { name: 'HTML of the message' })
  readonly grid = page.getByRole('grid', { name: 'Messages' })
  readonly selected = page.getByTestId('selected')
  readonly confirmation = page.getByRole('alertdialog')
  readonly dialog = page.getByRole('dialog')
  readonly timeZone = page.getByRole('combobox', { name: 'Time zone' })
  readonly format = page.getByRole('combobox', { name: 'Format chosen' })
  readonly tag = page.getByRole('combobox', { name: 'Tag' })
  readonly recipients = page.getByRole('textbox', { name: 'Recipients' })
  readonly baseUrl = page.getByRole('textbox', { name: 'Base URL' })
  readonly dropZone = this.button('Drop attachments here, or browse')

  /** The layer that each of these buttons opens. */
  readonly layers = {
    Actions: '[role=menu]',
    Details: '[role=dialog]',
    Dialog: 'dialog',
    Drawer: 'dialog',
    'Confirm by typing': 'dialog',
  }
  readonly chart = page.getByRole('application', { name: /^Messages by weekday/ })

  static async open(): Promise<ComponentPreview> {
    toasts.clear()
    await render(Preview)
    return new ComponentPreview()
  }

  /** The theme and density choices in the page header. The radio button is hidden under its label. */
  choice(name: 'Light' | 'Dark' | 'Comfortable'): Locator {
    return page.getByRole('banner').getByText(name, { exact: true })
  }

  row(index: number): Locator {
    return this.grid.css(`[data-row="${index}"]`)
  }

  /** How much more red than green the chart has at a position, in CSS pixels. */
  redAt(x: number, y: number): number {
    const canvas = this.chart.css('canvas').element() as HTMLCanvasElement
    const scale = canvas.width / canvas.clientWidth
    const [red = 0, green = 0] = canvas.getContext('2d')!.getImageData(x * scale, y * scale, 1, 1).data
    return red - green
  }

  /** How the focused option of the open list is marked. */
  focusedOption(): { inList: boolean; frame: string; mark: string } {
    const option = document.activeElement!
    const mark = getComputedStyle(option, '::checkmark').display
    return {
      inList: this.format.element().contains(option),
      frame: getComputedStyle(option).outlineStyle,
      mark,
    }
  }

  button(name: string): Locator {
    return page.getByRole('button', { name, exact: true })
  }
}
