import type { MessageBoxOptions, OpenDialogOptions } from 'electron'
import type { ChooseOptions, Question } from '#core/base/ports.ts'
import type { QuitAnswer } from '../quit/quit-flow.ts'

export function openDialogOptions({ title, multiple, extensions }: ChooseOptions): OpenDialogOptions {
  const everything = { name: 'All files', extensions: ['*'] }
  const wanted = {
    name: extensions.map((extension) => extension.toUpperCase()).join(', '),
    extensions: [...extensions],
  }
  return {
    title,
    // Where a dialog has no title bar, macOS shows the message.
    message: title,
    properties: multiple ? ['openFile', 'multiSelections'] : ['openFile'],
    filters: extensions.length > 0 ? [wanted, everything] : [everything],
  }
}

const quitAnswers: readonly QuitAnswer[] = ['wait', 'stop', 'cancel']

export function quitQuestion(titles: readonly string[]): MessageBoxOptions {
  const [subject, them] = titles.length === 1 ? ['A task is', 'it'] : [`${titles.length} tasks are`, 'them']
  return {
    type: 'question',
    message: `${subject} still running. Quit when finished?`,
    detail: titles.join('\n'),
    buttons: ['Quit when finished', `Stop ${them} and quit`, 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  }
}

export function quitAnswer(button: number): QuitAnswer {
  return quitAnswers[button] ?? 'cancel'
}

const confirmButton = 1

/** Return and Escape both leave everything as it is: only a click that was meant goes on. */
export function confirmQuestion({ message, detail, confirmLabel }: Question): MessageBoxOptions {
  return {
    type: 'warning',
    message,
    detail,
    buttons: ['Cancel', confirmLabel],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}

export function isConfirmed(button: number): boolean {
  return button === confirmButton
}

export function hangQuestion(): MessageBoxOptions {
  return {
    type: 'warning',
    message: 'The window does not respond.',
    detail: 'Loading it again loses nothing that was saved; running tasks go on.',
    buttons: ['Wait', 'Load again'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}

export function crashQuestion(): MessageBoxOptions {
  return {
    type: 'error',
    message: 'The window stopped working several times in a row.',
    detail: 'Running tasks go on. The log in the data folder holds the details.',
    buttons: ['Load again', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}
