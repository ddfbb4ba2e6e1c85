import { describe, expect, it } from 'vitest'
import { contextMenuTemplate } from './context-menu.ts'

const editFlags = {
  canUndo: false,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
}
const context = { isEditable: false, selectionText: '', editFlags, misspelledWord: '', dictionarySuggestions: [] }

const nothing = { replaceMisspelling: () => undefined, openLink: null }

describe('the context menu', () => {
  it('stays away where there is nothing to offer', () => {
    expect(contextMenuTemplate({ ...context, selectionText: '  ' }, nothing)).toEqual([])
  })

  it('copies selected text', () => {
    const menu = contextMenuTemplate({ ...context, selectionText: 'jane' }, nothing)
    expect(menu).toEqual([{ role: 'copy', enabled: true }])
  })

  it('opens a link into Mailroom in another window', () => {
    let opened = 0
    const [open] = contextMenuTemplate(context, { ...nothing, openLink: () => void opened++ })
    expect(open?.label).toBe('Open Link in New Window')
    ;(open?.click as unknown as () => void)()
    expect(opened).toBe(1)
  })

  it('edits in a field, and greys out what cannot be done', () => {
    const menu = contextMenuTemplate({ ...context, isEditable: true }, nothing)
    expect(menu.find(({ role }) => role === 'undo')?.enabled).toBe(false)
    expect(menu.find(({ role }) => role === 'paste')?.enabled).toBe(true)
  })

  it('offers the right spellings first', () => {
    const chosen: string[] = []
    const menu = contextMenuTemplate(
      { ...context, isEditable: true, misspelledWord: 'teh', dictionarySuggestions: ['the'] },
      { ...nothing, replaceMisspelling: (word) => chosen.push(word) },
    )
    expect(menu[0]?.label).toBe('the')
    ;(menu[0]?.click as unknown as () => void)()
    expect(chosen).toEqual(['the'])
  })
})
