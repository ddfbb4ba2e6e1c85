import type { Option } from '../fields/option.ts'
import { optionAfterKey } from './suggestions.ts'

/** The list below an input: whether it is open, and the option that Enter would choose. The focus stays in the input. */
export class OpenList {
  open = $state(false)
  /** The index of the option that Enter chooses; -1 for none. */
  active = $state(-1)
  readonly id: string

  constructor(id: string) {
    this.id = id
  }

  /** The attributes with which the input describes its list. */
  get attributes() {
    return {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': this.open,
      'aria-controls': this.open ? this.id : undefined,
      'aria-activedescendant': this.open && this.active >= 0 ? `${this.id}-${this.active}` : undefined,
    } as const
  }

  close(): void {
    this.open = false
    this.active = -1
  }

  /** Activates the first selectable option or, without `first`, none. */
  activate(options: readonly Option[], first: boolean): void {
    this.active = first ? optionAfterKey(options, -1, 'ArrowDown') : -1
  }

  /** Opens the list for an arrow key or moves through it. Returns whether the key was an arrow. */
  arrow(event: KeyboardEvent, options: readonly Option[], show: () => void): boolean {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
    event.preventDefault()
    if (this.open) this.active = optionAfterKey(options, this.active, event.key)
    else show()
    return true
  }
}
