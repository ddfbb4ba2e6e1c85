import type { IconName } from '../icons/icons.ts'

export type BadgeLook = {
  readonly label: string
  readonly icon: IconName
  readonly tone: 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'
}
