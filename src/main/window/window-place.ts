import { z } from 'zod'

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() })
export type Rectangle = z.infer<typeof rectangle>

/** The window’s saved state: whether it was maximized or full screen, and its bounds when it is neither. */
export const windowState = z.object({ bounds: rectangle, maximized: z.boolean(), fullScreen: z.boolean() })
export type WindowState = z.infer<typeof windowState>

export type WindowPlace = {
  /** If there is no position, the system centres the window. */
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
  readonly fullScreen: boolean
}

export const minimumSize = { width: 760, height: 520 }
const defaultSize = { width: 1280, height: 840 }

const step = 32

/** The part of the title area that must be visible, so that the user can drag the window. */
const reachable = { width: 120, height: 24 }

/**
 * Returns where to open the window. If the title area would be visible on a current display, this is the saved
 * position; otherwise, it is the middle of the first display, at the saved size. After a laptop is undocked, no window
 * must open out of sight.
 */
export function placeWindow(saved: WindowState | null, workAreas: readonly [Rectangle, ...Rectangle[]]): WindowPlace {
  const { width, height } = saved?.bounds ?? defaultSize
  const state = { maximized: saved?.maximized ?? false, fullScreen: saved?.fullScreen ?? false }
  const home = saved && workAreas.find((area) => canReach(saved.bounds, area))
  if (!home) return { ...fit(width, height, workAreas[0]), ...state }
  const size = fit(width, height, home)
  // A window shrunk to the display’s size starts at the display’s corner, so that the entire window is visible.
  const x = size.width < width ? home.x : saved.bounds.x
  const y = size.height < height ? home.y : saved.bounds.y
  return { x, y, ...size, ...state }
}

/**
 * Returns the bounds for another window. It is as large as the open one, and moved far enough that both can be reached.
 */
export function placeBeside({ bounds }: WindowState, workAreas: readonly [Rectangle, ...Rectangle[]]): WindowPlace {
  const shifted = { ...bounds, x: bounds.x + step, y: bounds.y + step }
  return placeWindow({ bounds: shifted, maximized: false, fullScreen: false }, workAreas)
}

function canReach({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return across >= reachable.width && y >= area.y && y + reachable.height <= area.y + area.height
}

function fit(width: number, height: number, area: Rectangle): { width: number; height: number } {
  return {
    width: Math.max(minimumSize.width, Math.min(width, area.width)),
    height: Math.max(minimumSize.height, Math.min(height, area.height)),
  }
}
