import { app, nativeImage } from 'electron'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { AppWindows } from '../window/app-windows.ts'
import { badgeBitmap, badgeSize } from './badge-bitmap.ts'

/**
 * Shows a count on the app’s icon, or removes it for zero. Windows can only show a small picture there, so the count is
 * drawn.
 */
export function showBadge(count: number, windows: Pick<AppWindows, 'setOverlay'>, platform: NodeJS.Platform): void {
  if (platform !== 'win32') app.setBadgeCount(count)
  else if (count === 0) windows.setOverlay(null)
  else {
    const size = { width: badgeSize, height: badgeSize, scaleFactor: 2 }
    const image = nativeImage.createFromBitmap(badgeBitmap(count), size)
    const description = plural(english, count, 'send or alert to look at', 'sends or alerts to look at')
    windows.setOverlay({ image, description })
  }
}
