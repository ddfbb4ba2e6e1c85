import { z } from 'zod'

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() })
export type Rectangle = z.infer<typeof rectangle>

/** What is remembered of the window: its place when neither maximized nor full screen, and which of these it was. */
export const windowState = z.object({ bounds: rectangle, maximized: z.boolean(), fullScreen: z.boolean() })
export type WindowState = z.infer<typeof windowState>

export type WindowPlace = {
  /** Absent: the system centres the window. */
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
  readonly fullScreen: boolean
}

export const minimumSize = { width: 760, height: 520 }
const defaultSize = { width: 1280, height: 840 }

/** So much of the title area must be within reach of a pointer: by it a window is dragged back. */
const reachable = { width: 120, height: 24 }

/**
 * Where to open: the remembered place if its title area can be reached on a display of today, else the remembered size
 * in the middle of the first display. A laptop taken from its dock must not open a window out of sight.
 */
export function placeWindow(saved: WindowState | null, workAreas: readonly [Rectangle, ...Rectangle[]]): WindowPlace {
  const { width, height } = saved?.bounds ?? defaultSize
  const state = { maximized: saved?.maximized ?? false, fullScreen: saved?.fullScreen ?? false }
  const home = saved && workAreas.find((area) => canReach(saved.bounds, area))
  if (!home) return { ...fit(width, height, workAreas[0]), ...state }
  const size = fit(width, height, home)
  // A window cut to the display's size starts at its corner, so that nothing of it is hidden.
  const x = size.width < width ? home.x : saved.bounds.x
  const y = size.height < height ? home.y : saved.bounds.y
  return { x, y, ...size, ...state }
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
