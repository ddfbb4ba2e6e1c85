/**
 * Keeps the toasts on the screen, as the pointer does while it is above them, however slow the machine is. Also keeps
 * those that are still to come if there are none yet.
 */
export function keepToasts(): void {
  document.querySelector('[popover][aria-label^=Notifications]')!.dispatchEvent(new PointerEvent('pointerenter'))
}
