import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import type { ChooseOptions, FolderOptions, Question } from '#core/base/ports.ts'
import type { EndingVerb } from '../quit/page-saves.ts'
import type { QuitAnswer } from '../quit/quit-flow.ts'

export function openDialogOptions({ title, multiple, extensions }: ChooseOptions): OpenDialogOptions {
  const everything = { name: 'All files', extensions: ['*'] }
  const wanted = {
    name: extensions.map((extension) => extension.toUpperCase()).join(', '),
    extensions: [...extensions],
  }
  return {
    title,
    // Dialogs on macOS have no title bar, so the message is shown instead.
    message: title,
    properties: multiple ? ['openFile', 'multiSelections'] : ['openFile'],
    filters: extensions.length > 0 ? [wanted, everything] : [everything],
  }
}

export function folderDialogOptions({ title, startIn }: FolderOptions): OpenDialogOptions {
  return {
    title,
    message: title,
    buttonLabel: 'Choose folder',
    properties: ['openDirectory', 'createDirectory'],
    ...(startIn !== null && { defaultPath: startIn }),
  }
}

export function saveDialogOptions(defaultPath: string): SaveDialogOptions {
  // Linux replaces an existing file without a question unless this is set. Other systems always ask.
  return { defaultPath, properties: ['showOverwriteConfirmation'] }
}

const confirmButton = 1

/** Return and Escape both choose the first, harmless button: only a deliberate click continues. */
const firstByDefault = { defaultId: 0, cancelId: 0, noLink: true }

const quitAnswers: readonly QuitAnswer[] = ['wait', 'stop', 'cancel']

export function quitQuestion(titles: readonly string[]): MessageBoxOptions {
  const [subject, them] = titles.length === 1 ? ['A job is', 'it'] : [`${titles.length} jobs are`, 'them']
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

/** Return and Escape choose Stay: only a deliberate click discards unsaved text. */
export function unsavedQuestion(unsaved: number, verb: EndingVerb): MessageBoxOptions {
  const [drafts, they] = unsaved === 1 ? ['A draft', 'The draft is'] : [`${unsaved} drafts`, 'The drafts are']
  return {
    type: 'warning',
    message: `${drafts} could not be saved. ${verb} anyway?`,
    detail: `${they} still open in this window, which shows the reason. If you ${verb.toLowerCase()}, everything typed since the last save is lost.`,
    buttons: ['Stay', `${verb} anyway`],
    ...firstByDefault,
  }
}

/** Return, Escape and an aborted signal all choose Wait. */
export function lateQuestion(verb: EndingVerb): MessageBoxOptions {
  const ends = verb === 'Quit' ? 'Mailroom quits' : 'The window closes'
  return {
    type: 'warning',
    message: `The window is still saving. ${verb} anyway?`,
    detail: `${ends} as soon as everything is saved. If you ${verb.toLowerCase()} now, everything typed since the last save may be lost.`,
    buttons: ['Wait', `${verb} anyway`],
    ...firstByDefault,
  }
}

export const leaveQuestion: MessageBoxOptions = {
  type: 'warning',
  message: 'A draft could not be saved. Reload anyway?',
  detail: 'If you reload, everything typed since the last save is lost.',
  buttons: ['Stay', 'Reload anyway'],
  ...firstByDefault,
}

export function quitAnswer(button: number): QuitAnswer {
  return quitAnswers[button] ?? 'cancel'
}

export function confirmQuestion({ message, detail, confirmLabel }: Question): MessageBoxOptions {
  return { type: 'warning', message, detail, buttons: ['Cancel', confirmLabel], ...firstByDefault }
}

export function isConfirmed(button: number): boolean {
  return button === confirmButton
}

export const hangQuestion: MessageBoxOptions = {
  type: 'warning',
  message: 'The window is not responding.',
  detail: 'If you reload it, nothing that was saved is lost, and running jobs continue.',
  buttons: ['Wait', 'Reload'],
  ...firstByDefault,
}

export const crashQuestion: MessageBoxOptions = {
  type: 'error',
  message: 'The window keeps crashing.',
  detail: 'Running jobs continue. See the log in the data folder for details.',
  buttons: ['Reload', 'Quit'],
  ...firstByDefault,
}

/** Escape quits. Otherwise, the question would come up again forever if the page cannot be loaded. */
export const loadQuestion: MessageBoxOptions = {
  type: 'error',
  message: 'Mailroom could not open its window.',
  detail: 'Nothing is lost. Try again, or quit and check the log in the data folder.',
  buttons: ['Try again', 'Quit'],
  defaultId: 0,
  cancelId: 1,
  noLink: true,
}
