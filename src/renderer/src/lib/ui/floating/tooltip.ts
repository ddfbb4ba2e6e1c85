import type { Attachment } from 'svelte/attachments'
import { shortcutKeys } from '../keys/shortcut.ts'
import { boxOf, float } from './float.ts'
import type { Side } from './placement.ts'

type TooltipOptions = {
  shortcut?: string
  side?: Side
  /** Whether the text only repeats the accessible name, in which case it is shown but not announced a second time. */
  repeatsName?: boolean
}

const openDelay = 400
const closeDelay = 120
let tooltipCount = 0

/**
 * `{@attach tooltip('Copy the address')}`. Opens after a pause on hover, and immediately on keyboard focus. Escape closes
 * the tooltip, and it stays open while the pointer is on it (WCAG 1.4.13). Its element exists only while it is shown.
 */
export function tooltip(text: string | undefined, options: TooltipOptions = {}): Attachment<HTMLElement> {
  return (target) => {
    if (!text) return
    const shown = new Tooltip(target, text, options)
    return () => shown.stop()
  }
}

class Tooltip {
  readonly #target: HTMLElement
  readonly #text: string
  readonly #options: TooltipOptions
  readonly #id = `tooltip-${++tooltipCount}`
  readonly #listeners = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #hide: (() => void) | undefined

  constructor(target: HTMLElement, text: string, options: TooltipOptions) {
    this.#target = target
    this.#text = text
    this.#options = options
    const { signal } = this.#listeners
    target.addEventListener('pointerenter', (event) => this.#enter(event), { signal })
    target.addEventListener('pointerleave', () => this.#leave(), { signal })
    target.addEventListener('pointerdown', () => this.#dismiss(), { signal })
    target.addEventListener('focusin', () => target.matches(':focus-visible') && this.#show(), { signal })
    target.addEventListener('focusout', () => this.#dismiss(), { signal })
    // Listens on the window, so that Escape closes a tooltip opened by the pointer, wherever the focus is.
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#dismiss(), { capture: true, signal })
  }

  stop(): void {
    this.#dismiss()
    this.#listeners.abort()
  }

  #enter(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#show(), openDelay)
  }

  #leave(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#hide?.(), closeDelay)
  }

  #dismiss(): void {
    clearTimeout(this.#timer)
    this.#hide?.()
  }

  #show(): void {
    clearTimeout(this.#timer)
    if (this.#hide) return
    const { shortcut, side = 'below', repeatsName } = this.#options
    const panel = build(this.#text, shortcut)
    panel.id = this.#id
    panel.addEventListener('pointerenter', () => clearTimeout(this.#timer))
    panel.addEventListener('pointerleave', () => this.#leave())
    document.body.append(panel)
    const described = repeatsName ? undefined : describe(this.#target, this.#id)
    const stop = float(panel, () => boxOf(this.#target), { side, align: 'center', gap: 6 })
    const ignorePointer = this.#followPointer(panel)
    this.#hide = () => {
      this.#hide = undefined
      ignorePointer()
      stop()
      panel.remove()
      described?.()
    }
  }

  /** If the target moves away from under the pointer, browsers may not fire a leave event. */
  #followPointer(panel: HTMLElement): () => void {
    let isAway = false
    const follow = ({ target }: PointerEvent) => {
      const isOn = target instanceof Node && (this.#target.contains(target) || panel.contains(target))
      if (!isOn && !isAway && !this.#target.matches(':focus-visible')) this.#leave()
      isAway = !isOn
    }
    addEventListener('pointermove', follow, true)
    return () => removeEventListener('pointermove', follow, true)
  }
}

/** Adds a description to the element’s existing descriptions. The returned function removes it. */
function describe(target: HTMLElement, id: string): () => void {
  const before = target.getAttribute('aria-describedby')
  target.setAttribute('aria-describedby', before ? `${before} ${id}` : id)
  return () => {
    if (before) target.setAttribute('aria-describedby', before)
    else target.removeAttribute('aria-describedby')
  }
}

function build(text: string, shortcut: string | undefined): HTMLElement {
  const panel = document.createElement('div')
  panel.className = 'tooltip'
  panel.role = 'tooltip'
  panel.popover = 'manual'
  panel.textContent = text
  if (shortcut) {
    const keys = document.createElement('kbd')
    keys.textContent = shortcutKeys(shortcut).join(' ')
    panel.append(keys)
  }
  return panel
}
