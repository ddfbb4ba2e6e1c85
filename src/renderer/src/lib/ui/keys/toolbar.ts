/**
 * Turns a row of controls into a single tab stop. The arrow keys, Home and End move within it, and Tab returns to the last
 * control used.
 */
export function toolbar(bar: HTMLElement): () => void {
  let current: HTMLElement | undefined
  /** Excludes the controls of an open menu, which belong to the menu. */
  const controls = () =>
    [...bar.querySelectorAll<HTMLElement>('button:enabled, select:enabled')].filter(
      (control) => !control.closest('[role="menu"]'),
    )

  function stopAt(control: HTMLElement | undefined): void {
    current = control
    for (const each of controls()) each.tabIndex = each === current ? 0 : -1
  }
  const focus = ({ target }: FocusEvent) => {
    const control = controls().find((each) => each === target)
    if (control) stopAt(control)
  }
  const key = (event: KeyboardEvent) => {
    const all = controls()
    const place = all.findIndex((each) => each === event.target)
    if (place === -1 || event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextPlace(event.key, place, all.length)
    if (next === null) return
    // Otherwise, the arrow key would change the value of a closed select.
    event.preventDefault()
    all[next]?.focus()
  }
  const watch = new MutationObserver(() => stopAt(controls().find((each) => each === current) ?? controls()[0]))
  bar.addEventListener('focusin', focus)
  bar.addEventListener('keydown', key)
  watch.observe(bar, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  stopAt(controls()[0])
  return () => {
    bar.removeEventListener('focusin', focus)
    bar.removeEventListener('keydown', key)
    watch.disconnect()
  }
}

function nextPlace(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
