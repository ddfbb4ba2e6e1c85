import type { MessageBoxOptions, OpenDialogOptions, Rectangle, SaveDialogOptions } from 'electron'

export type WorldOptions = {
  readonly appPath: string
  readonly packaged: boolean
  readonly displays: readonly Rectangle[]
  /** Whether this start is the first with its data folder. */
  readonly holdsLock: boolean
  readonly systemIsDark: boolean
  /** The person closes every dialog without an answer, at once. */
  readonly dismissesDialogs: boolean
  /** Wayland, the default of Electron on Linux since 38. */
  readonly wayland: boolean
  /** So many times the page does not load. */
  readonly failingLoads: number
  /** Why the system shows no notifications; empty where it does. */
  readonly notificationProblem: string
  /** macOS hands this link over before the app is ready. */
  readonly earlyLink?: string
  /** The button that the person presses in every question, at once. */
  readonly messageAnswer?: number
}

export type ShownDialog =
  | { readonly kind: 'message'; readonly options: MessageBoxOptions }
  | { readonly kind: 'open'; readonly options: OpenDialogOptions }
  | { readonly kind: 'save'; readonly options: SaveDialogOptions }
  | { readonly kind: 'error'; readonly title: string; readonly content: string }

/** What would be outside the app: the machine, and the person before it. One process holds one. */
class World {
  /** Set once, before the app is loaded. */
  options: WorldOptions = {
    appPath: '',
    packaged: true,
    displays: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    holdsLock: true,
    systemIsDark: false,
    dismissesDialogs: false,
    wayland: false,
    failingLoads: 0,
    notificationProblem: '',
  }
  /** How many pages have failed to load. */
  failedLoads = 0
  ready = false
  hidesDock = false
  asksForLock = false
  /** What this start would hand over to the first. */
  handedOver: Readonly<Record<string, unknown>> | null = null
  /** What stands at the app's icon: a count, or what the picture there is described as. */
  badge: string | null = null
  /** Schemes whose links the system opens with this program, each with the arguments before the link. */
  readonly protocolClients: (readonly string[])[] = []
  readonly refusals: string[] = []
  readonly dialogs: ShownDialog[] = []
  readonly answers: ((answer: unknown) => void)[] = []
  /** What the person will choose in the next dialogs of the system. */
  readonly choices: string[][] = []
  /** The buttons that the person will press in the next questions, before those of `messageAnswer`. */
  readonly nextButtons: number[] = []
  readonly opened: string[] = []
  readonly revealed: string[] = []
  readonly copied: string[] = []
  readonly dragged: string[] = []
  /** What the system says instead of opening a file or folder. */
  openProblem = ''

  refuse(what: string, asElectron = what): never {
    this.refusals.push(what)
    throw new Error(asElectron)
  }

  needsReady(what: string): void {
    if (!this.ready) this.refuse(`${what} was used before the app was ready`)
  }

  /** An aborted dialog is closed as by the person, without an answer. */
  show(dialog: ShownDialog, signal?: AbortSignal): Promise<unknown> {
    this.dialogs.push(dialog)
    const cancelled = { response: dialog.kind === 'message' ? (dialog.options.cancelId ?? 0) : 0 }
    if (this.options.dismissesDialogs) {
      return Promise.resolve({ canceled: true, filePaths: [], filePath: '', ...cancelled })
    }
    const paths = dialog.kind === 'message' ? undefined : this.choices.shift()
    if (paths) return Promise.resolve({ canceled: paths.length === 0, filePaths: paths, filePath: paths[0] ?? '' })
    const button = this.nextButtons.shift() ?? this.options.messageAnswer
    if (dialog.kind === 'message' && button !== undefined) {
      return Promise.resolve({ response: button, checkboxChecked: false })
    }
    return new Promise((resolve) => {
      this.answers.push(resolve)
      signal?.addEventListener('abort', () => {
        this.answers.splice(this.answers.indexOf(resolve), 1)
        resolve(cancelled)
      })
    })
  }
}

export const world = new World()
