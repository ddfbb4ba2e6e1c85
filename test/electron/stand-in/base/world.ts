import type { MessageBoxOptions, OpenDialogOptions, Rectangle, SaveDialogOptions } from 'electron'
import { isLateQuestion } from './late-question.ts'

export type WorldOptions = {
  readonly appPath: string
  readonly packaged: boolean
  readonly displays: readonly Rectangle[]
  /** Whether this is the first instance on its data folder. */
  readonly holdsLock: boolean
  readonly systemIsDark: boolean
  /** The user closes every dialog at once, without choosing anything. */
  readonly dismissesDialogs: boolean
  /** Wayland, the default of Electron on Linux since 38. */
  readonly wayland: boolean
  /** How many times loading the page fails. */
  readonly failingLoads: number
  /** Why the system shows no notifications; empty if it does. */
  readonly notificationProblem: string
  /** A link that macOS passes to the app before it is ready. */
  readonly earlyLink?: string
  /** The button that the user presses at once in every question. */
  readonly messageAnswer?: number
}

export type ShownDialog =
  | { readonly kind: 'message'; readonly options: MessageBoxOptions }
  | { readonly kind: 'open'; readonly options: OpenDialogOptions }
  | { readonly kind: 'save'; readonly options: SaveDialogOptions }
  | { readonly kind: 'error'; readonly title: string; readonly content: string }

/** Everything outside the app: the machine and the user. Each process has one. */
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
  /** The data that this instance would pass to the first one. */
  handedOver: Readonly<Record<string, unknown>> | null = null
  /** The count on the app’s icon. Windows has none. */
  badge: string | null = null
  /** Schemes whose links the system opens with this program, with the arguments that precede the link. */
  readonly protocolClients: (readonly string[])[] = []
  readonly refusals: string[] = []
  readonly dialogs: ShownDialog[] = []
  readonly answers: ((answer: unknown) => void)[] = []
  /** The paths that the user will choose in the next file dialogs. */
  readonly choices: string[][] = []
  /** The buttons that the user will press in the next questions, before `messageAnswer` applies. */
  readonly nextButtons: number[] = []
  readonly opened: string[] = []
  readonly revealed: string[] = []
  readonly copied: string[] = []
  readonly dragged: string[] = []
  /** The error that the system returns instead of opening a file or folder. */
  openProblem = ''

  refuse(what: string, asElectron = what): never {
    this.refusals.push(what)
    throw new Error(asElectron)
  }

  needsReady(what: string): void {
    if (!this.ready) this.refuse(`${what} was used before the app was ready`)
  }

  /** An aborted dialog closes as if the user had dismissed it. */
  show(dialog: ShownDialog, signal?: AbortSignal): Promise<unknown> {
    this.dialogs.push(dialog)
    const cancelled = { response: dialog.kind === 'message' ? (dialog.options.cancelId ?? 0) : 0 }
    if (this.options.dismissesDialogs) {
      return Promise.resolve({ canceled: true, filePaths: [], filePath: '', ...cancelled })
    }
    const paths = dialog.kind === 'message' ? undefined : this.choices.shift()
    if (paths) return Promise.resolve({ canceled: paths.length === 0, filePaths: paths, filePath: paths[0] ?? '' })
    // A test that waits for this question answers it itself.
    const button = isLateQuestion(dialog) ? undefined : (this.nextButtons.shift() ?? this.options.messageAnswer)
    if (dialog.kind === 'message' && button !== undefined) {
      return Promise.resolve({ response: button, checkboxChecked: false })
    }
    return new Promise((resolve) => {
      this.answers.push(resolve)
      signal?.addEventListener('abort', () => {
        if (!this.answers.includes(resolve)) return
        this.answers.splice(this.answers.indexOf(resolve), 1)
        resolve(cancelled)
      })
    })
  }
}

export const world = new World()
