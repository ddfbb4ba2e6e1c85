import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

type Circle = { x: number; y: number; radius: number }

/** The map in the Places panel. */
export class PlacesMap extends PageModel {
  readonly panel = this.page.getByRole('region', { name: 'Places', exact: true })
  readonly map = this.panel.getByRole('group', { name: /by country/ })
  readonly countries = this.map.getByRole('button')
  readonly notLoaded = this.panel.getByText('The map couldn’t be loaded')
  readonly tryAgain = this.panel.getByRole('button', { name: 'Try again' })
  readonly zoomIn = this.panel.getByRole('button', { name: 'Zoom in' })
  readonly whole = this.panel.getByRole('button', { name: 'Show the entire map' })

  country(name: string): Locator {
    return this.map.getByRole('button', { name: new RegExp(`^${name}:`) })
  }

  /** The dots’ positions on the screen, in pixels. */
  dots(): Promise<Circle[]> {
    return this.map.evaluate((map) =>
      [...map.querySelectorAll('circle:has(title)')].map((dot) => {
        const { x, y, width } = dot.getBoundingClientRect()
        return { x: x + width / 2, y: y + width / 2, radius: width / 2 }
      }),
    )
  }

  /** How many degrees of longitude are visible. Rounded, because the map’s size is measured in whole pixels. */
  async degrees(): Promise<number> {
    const [, , width] = (await this.map.getAttribute('viewBox'))!.split(' ').map(Number)
    return Math.round(width! / 4)
  }

  async left(): Promise<number> {
    return Number((await this.map.getAttribute('viewBox'))!.split(' ')[0])
  }
}
