import { followDrag } from '../../ui/layout/drag.ts'
import {
  boxOf,
  fillingView,
  isInside,
  middleOf,
  wholeView,
  zoomed,
  type Box,
  type MapView,
  type Point,
} from './map-view.ts'

/** A press that moves less than this is a click on a country. */
const clickPixels = 4
const step = 2

/** The part of the world that a map shows. Buttons, keys, the wheel and the pointer change it. */
export class MapZoom {
  width = $state(0)
  height = $state(0)
  /** The part that the user chose; null until then. */
  #chosen = $state.raw<MapView | null>(null)
  readonly #middle: () => Point
  /** Whether the size of a pixel is known. Until then, a dot would cover the world. */
  readonly isLaidOut: boolean = $derived(this.width > 0 && this.height > 0)
  readonly #size = $derived({ width: Math.max(this.width, 1), height: Math.max(this.height, 1) })
  readonly #view = $derived.by(() => this.#chosen ?? fillingView(this.#size, this.#middle()))
  readonly box: Box = $derived(boxOf(this.#view, this.#size))
  /** The size of a pixel in map units, for elements whose size does not change with the zoom. */
  readonly unit: number = $derived(this.box.width / this.#size.width)
  /** Whether the entire world is visible. Not an exact comparison, because the space is measured in whole pixels. */
  readonly isWhole: boolean = $derived(this.#view.zoom < 1.01)

  /** `middle` returns the point on which the map is initially centred. */
  constructor(middle: () => Point) {
    this.#middle = middle
  }

  readonly in = (at?: Point): void => this.#zoom(step, at)
  readonly out = (): void => this.#zoom(1 / step)
  readonly showWhole = (): void => {
    this.#chosen = wholeView()
  }

  /** Moves the map only if the point is out of view. */
  show(point: Point): void {
    if (!isInside(point, this.box)) this.#chosen = { ...this.#view, ...point }
  }

  /** Handles wheel and pointer events on the map. */
  readonly follow = (map: HTMLElement): (() => void) => {
    const listeners = new AbortController()
    const { signal } = listeners
    map.addEventListener('wheel', (event) => this.#wheel(event, map), { signal, passive: false })
    map.addEventListener('pointerdown', (event) => this.#drag(event), { signal })
    return () => listeners.abort()
  }

  #zoom(factor: number, at?: Point): void {
    this.#chosen = zoomed(this.#view, factor, this.#size, at)
  }

  /**
   * The wheel scrolls the page unless Ctrl is pressed. Browsers report a pinch on a touchpad as the wheel with Ctrl.
   */
  #wheel(event: WheelEvent, map: HTMLElement): void {
    if (!event.ctrlKey) return
    event.preventDefault()
    const { left, top } = map.getBoundingClientRect()
    const at = {
      x: this.box.x + (event.clientX - left) * this.unit,
      y: this.box.y + (event.clientY - top) * this.unit,
    }
    this.#zoom(Math.exp(-event.deltaY / 200), at)
  }

  /** Touch is left to the page, for scrolling. */
  #drag(event: PointerEvent): void {
    if (event.pointerType === 'touch') return
    const middle = middleOf(this.box)
    const { unit } = this
    const { zoom } = this.#view
    const moved = ({ clientX, clientY }: PointerEvent) => {
      const x = middle.x - (clientX - event.clientX) * unit
      const y = middle.y - (clientY - event.clientY) * unit
      this.#chosen = { x, y, zoom }
    }
    followDrag(event, moved, { after: clickPixels })
  }
}
