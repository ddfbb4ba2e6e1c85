import type { SendSummary } from '#shared/contract/base/sends.ts'
import { hasEnded } from '#shared/domain/sends/send-states.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { IconName } from '../../../lib/ui/icons/icons.ts'
import type { MenuItem } from '../../../lib/ui/menus/menu-model.ts'
import { isUntouched } from '../confirm/send-words.ts'
import { cancelSend, writeAgain } from './send-actions.ts'

type SendCommand = { readonly label: string; readonly icon: IconName; readonly run: () => void }

/** The commands available for a send in its current state, the same in the list as in the details. */
export class SendCommands {
  busy = $state(false)
  asking = $state<'move' | 'cancel' | 'remove' | 'again' | 'rest' | null>(null)
  readonly #app: AppState
  readonly #send: () => SendSummary
  readonly #left: () => number

  /**
   * `left` returns the maximum number of recipients a rest could reach. Only a list passes it: in the details, the rest is
   * offered with its plan.
   */
  constructor(app: AppState, send: () => SendSummary, left: () => number = () => 0) {
    this.#app = app
    this.#send = send
    this.#left = left
  }

  get send(): SendSummary {
    return this.#send()
  }

  /** The commands most likely to be needed in this state, shown as buttons. */
  get quick(): readonly SendCommand[] {
    const { send } = this
    if (hasEnded(send)) return [{ label: 'Send again…', icon: 'refresh', run: this.#again }]
    return [
      this.#next(send.state),
      isUntouched(send)
        ? { label: 'Return to drafts', icon: 'undo', run: this.#takeBack }
        : { label: 'Cancel…', icon: 'close', run: () => (this.asking = 'cancel') },
    ]
  }

  /** The commands in the menu next to the buttons. */
  get others(): readonly MenuItem[] {
    const { state } = this.send
    if (hasEnded(this.send)) {
      const remove = () => (this.asking = 'remove')
      return [
        ...this.#copies(),
        { kind: 'separator' },
        { label: 'Remove from history…', icon: 'trash', danger: true, onselect: remove },
      ]
    }
    const canMove = state === 'waiting' || (state === 'paused' && isUntouched(this.send))
    return [
      ...(canMove ? [{ label: 'Change time…', icon: 'clock', onselect: () => (this.asking = 'move') } as const] : []),
      ...(state === 'paused' && canMove ? [{ label: 'Send now', icon: 'send', onselect: this.#now } as const] : []),
      ...(state === 'waiting' ? [{ label: 'Pause', icon: 'pause', onselect: this.#pause } as const] : []),
      { label: 'Send again…', icon: 'refresh', onselect: this.#again },
      ...this.#copies(),
    ]
  }

  get all(): readonly MenuItem[] {
    return [...this.quick.map(({ label, icon, run }) => ({ label, icon, onselect: run })), ...this.others]
  }

  #next(state: SendSummary['state']): SendCommand {
    if (state === 'waiting') return { label: 'Send now', icon: 'send', run: this.#now }
    if (state === 'sending') return { label: 'Pause', icon: 'pause', run: this.#pause }
    return { label: 'Resume', icon: 'play', run: this.#resume }
  }

  #copies(): MenuItem[] {
    const rest = () => (this.asking = 'rest')
    return [
      ...(this.#left() > 0
        ? [{ label: 'Send to those who didn’t get the message…', icon: 'send', onselect: rest } as const]
        : []),
      { label: 'Copy without recipients', icon: 'copy', onselect: () => void writeAgain(this.#app, this.send, false) },
    ]
  }

  readonly #now = () => void this.#act(() => this.#app.host.invoke('sends.move', { id: this.send.id, at: null }))
  readonly #pause = () => void this.#act(() => this.#app.host.invoke('sends.pause', { id: this.send.id }))
  readonly #resume = () => void this.#act(() => this.#app.host.invoke('sends.resume', { id: this.send.id }))

  /** If anyone already has the message, the user must confirm first. */
  readonly #again = () => {
    if (this.send.sent + this.send.unknown > 0) this.asking = 'again'
    else void this.#act(() => writeAgain(this.#app, this.send, true))
  }

  // The send becomes a draft again and nothing is lost, so no confirmation is needed.
  readonly #takeBack = () => void this.#act(() => cancelSend(this.#app, this.send))

  async #act(work: () => Promise<unknown>): Promise<void> {
    this.busy = true
    await this.#app.attempt(work)
    this.busy = false
  }
}
