import { describe, expect, it } from 'vitest'
import {
  confirmQuestion,
  folderDialogOptions,
  isConfirmed,
  openDialogOptions,
  quitAnswer,
  quitQuestion,
} from './dialog-options.ts'

describe('dialogs', () => {
  it('choose one file of the wanted kinds, or any', () => {
    const options = openDialogOptions({ title: 'Choose a list', multiple: false, extensions: ['csv', 'xlsx'] })
    expect(options.properties).toEqual(['openFile'])
    expect(options.filters?.map(({ name }) => name)).toEqual(['CSV, XLSX', 'All files'])
  })

  it('choose several files of every kind', () => {
    const options = openDialogOptions({ title: 'Attach', multiple: true, extensions: [] })
    expect(options.properties).toContain('multiSelections')
    expect(options.filters).toEqual([{ name: 'All files', extensions: ['*'] }])
  })

  it('choose a folder, which may be a new one, from the last choice on', () => {
    const options = folderDialogOptions({ title: 'Choose a folder', startIn: '/home/ada/mails' })
    expect(options).toMatchObject({ defaultPath: '/home/ada/mails', properties: ['openDirectory', 'createDirectory'] })
    expect(folderDialogOptions({ title: 'Choose a folder', startIn: null })).not.toHaveProperty('defaultPath')
  })

  it('name the work that quitting would stop, and wait unless told otherwise', () => {
    const question = quitQuestion(['Export of messages', 'Synchronising'])
    expect(question.message).toContain('2 jobs are')
    expect(question.detail).toBe('Export of messages\nSynchronising')
    expect(quitAnswer(question.defaultId!)).toBe('wait')
    expect(quitAnswer(question.cancelId!)).toBe('cancel')
    expect(quitQuestion(['Export']).message).toContain('A job is')
  })

  it('lift a limit only by the button that says so: Return, Escape and a closed dialog leave everything as it is', () => {
    const question = confirmQuestion({
      message: 'Lift it?',
      detail: 'Then it may send.',
      confirmLabel: 'Turn off read-only',
    })
    expect(question.buttons?.map((label, button) => [label, isConfirmed(button)])).toEqual([
      ['Cancel', false],
      ['Turn off read-only', true],
    ])
    expect([question.defaultId, question.cancelId, -1].map((button) => isConfirmed(button!))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('take an answer that is none of the buttons for a no', () => {
    expect([0, 1, 2, 3, -1].map(quitAnswer)).toEqual(['wait', 'stop', 'cancel', 'cancel', 'cancel'])
  })
})
