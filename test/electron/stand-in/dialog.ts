import type { Dialog, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import { BrowserWindow } from './browser-window.ts'
import { strict } from './base/strict.ts'
import { world } from './base/world.ts'

/** Dialogs take an options object, or a window and then the options. */
function optionsOf<Options>(kind: string, args: readonly unknown[]): Options {
  world.needsReady(`dialog.${kind}`)
  const [first, second] = args
  const overWindow = first instanceof BrowserWindow
  if (args.length !== (overWindow ? 2 : 1)) world.refuse(`dialog.${kind} was given a window that is none`)
  return (overWindow ? second : first) as Options
}

type Shown<Kind extends 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'> = (
  ...args: unknown[]
) => ReturnType<Dialog[Kind]>

export const dialog = strict('dialog', {
  showMessageBox: ((...args) => {
    const { signal, ...options } = optionsOf<MessageBoxOptions>('showMessageBox', args)
    return world.show({ kind: 'message', options }, signal)
  }) as Shown<'showMessageBox'>,
  showOpenDialog: ((...args) =>
    world.show({
      kind: 'open',
      options: optionsOf<OpenDialogOptions>('showOpenDialog', args),
    })) as Shown<'showOpenDialog'>,
  showSaveDialog: ((...args) =>
    world.show({
      kind: 'save',
      options: optionsOf<SaveDialogOptions>('showSaveDialog', args),
    })) as Shown<'showSaveDialog'>,
  /** The process is blocked until the dialog closes, so the test chooses the button beforehand. */
  showMessageBoxSync(...args: unknown[]): number {
    const options = optionsOf<MessageBoxOptions>('showMessageBoxSync', args)
    world.dialogs.push({ kind: 'message', options })
    return world.options.messageAnswer ?? options.cancelId ?? 0
  },
  showErrorBox(title: string, content: string): void {
    world.dialogs.push({ kind: 'error', title, content })
    // The box is modal, so the parent has to receive it even if the process exits right afterwards.
    process.send?.({ errorBox: { title, content } })
  },
} satisfies Record<
  keyof Pick<Dialog, 'showMessageBox' | 'showMessageBoxSync' | 'showOpenDialog' | 'showSaveDialog' | 'showErrorBox'>,
  unknown
>)
