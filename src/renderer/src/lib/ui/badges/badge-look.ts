import type { IconName } from '../icons/icons.ts'

/** A badge with its word. */
export type BadgeLook = {
  readonly label: string
  readonly icon: IconName
  readonly tone: 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'
}
