import { getContext, setContext } from 'svelte'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import {
  canHide,
  groupEntries,
  readHidden,
  shownEntries,
  type SidebarEntry,
  type SidebarGroup,
} from './sidebar-entries.ts'

/** The views listed in the sidebar. Hidden views stay in the palette, and their links and shortcuts still work. */
export class SidebarViews {
  readonly #app: AppState
  readonly #offered: () => readonly SidebarEntry[]
  readonly hidden: readonly string[] = $derived.by(() => readHidden(this.#app.settings.viewState))

  /** `offered` returns all views of the current account that could be listed. */
  constructor(app: AppState, offered: () => readonly SidebarEntry[]) {
    this.#app = app
    this.#offered = offered
  }

  get all(): readonly SidebarGroup[] {
    return groupEntries(this.#offered())
  }

  /** The groups listed while the view at `open` is on the screen. */
  shown(open: string): readonly SidebarGroup[] {
    return groupEntries(shownEntries(this.#offered(), this.hidden, open))
  }

  canHide(path: string): boolean {
    return canHide(path)
  }

  isHidden(path: string): boolean {
    return this.hidden.includes(path)
  }

  setHidden(path: string, isHidden: boolean): void {
    if (!canHide(path)) return
    const others = this.hidden.filter((other) => other !== path)
    this.#save(isHidden ? [...others, path] : others)
  }

  showAll(): void {
    this.#save([])
  }

  #save(hiddenViews: string[]): void {
    this.#app.change({ viewState: { hiddenViews } })
  }
}

const key = Symbol('sidebar-views')

export function provideSidebarViews(app: AppState, offered: () => readonly SidebarEntry[]): SidebarViews {
  return setContext(key, new SidebarViews(app, offered))
}

export function useSidebarViews(): SidebarViews {
  return getContext<SidebarViews>(key)
}
