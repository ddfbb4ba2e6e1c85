import { page } from 'vitest/browser'

/** Keeps the toasts on the screen, as the pointer does while it is above them, however slow the machine is. */
export function keepToasts(): void {
  page.getByRole('region', { name: 'Notifications' }).element().dispatchEvent(new PointerEvent('pointerenter'))
}
