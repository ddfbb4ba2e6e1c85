import type { Attachment } from 'svelte/attachments'
import { boxOf, float } from './float.ts'
import type { Side } from './placement.ts'
import { shortcutKeys } from '../keys/shortcut.ts'

type TooltipOptions = {
  shortcut?: string
  side?: Side
  /** The text only repeats the accessible name: shown, but not announced a second time. */
  repeatsName?: boolean
}

const openDelay = 400
const closeDelay = 120
let tooltipCount = 0

/**
 * `{@attach tooltip('Copy the address')}`. Shown on hover after a pause and on keyboard focus at once, closed by Escape,
 * and it stays while the pointer is on it (WCAG 1.4.13). The element exists only while shown.
 */
export function tooltip(text: string | undefined, options: TooltipOptions = {}): Attachment<HTMLElement> {
  return (target) => {
    if (!text) return
    const id = `tooltip-${++tooltipCount}`
    let timer: ReturnType<typeof setTimeout> | undefined
    let hide: (() => void) | undefined

    const show = () => {
      clearTimeout(timer)
      if (hide) return
      const panel = build(text, options.shortcut)
      panel.id = id
      panel.addEventListener('pointerenter', () => clearTimeout(timer))
      panel.addEventListener('pointerleave', leave)
      document.body.append(panel)
      const described = target.getAttribute('aria-describedby')
      if (!options.repeatsName) target.setAttribute('aria-describedby', described ? `${described} ${id}` : id)
      const stop = float(panel, () => boxOf(target), { side: options.side ?? 'below', align: 'center', gap: 6 })
      hide = () => {
        hide = undefined
        stop()
        panel.remove()
        if (options.repeatsName) return
        if (described) target.setAttribute('aria-describedby', described)
        else target.removeAttribute('aria-describedby')
      }
    }
    const enter = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      clearTimeout(timer)
      timer = setTimeout(show, openDelay)
    }
    const leave = () => {
      clearTimeout(timer)
      timer = setTimeout(() => hide?.(), closeDelay)
    }
    const focus = () => {
      if (target.matches(':focus-visible')) show()
    }
    const dismiss = () => {
      clearTimeout(timer)
      hide?.()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss()
    }

    const listeners: [string, EventListener][] = [
      ['pointerenter', enter as EventListener],
      ['pointerleave', leave],
      ['pointerdown', dismiss],
      ['focusin', focus],
      ['focusout', dismiss],
    ]
    for (const [name, listener] of listeners) target.addEventListener(name, listener)
    // On the window: a tooltip opened by the pointer closes by Escape wherever the focus is.
    addEventListener('keydown', key, true)
    return () => {
      dismiss()
      for (const [name, listener] of listeners) target.removeEventListener(name, listener)
      removeEventListener('keydown', key, true)
    }
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
