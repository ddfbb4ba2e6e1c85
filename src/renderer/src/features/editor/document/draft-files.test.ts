import { describe, expect, test } from 'vitest'
import { DraftHost, draftOf, partOf } from '#test/support/draft-host.ts'
import type { Host } from '../../../lib/host/host.ts'
import { mostParts } from '#shared/contract/base/draft-limits.ts'
import { tooManyFiles } from '#shared/domain/drafts/too-many-files.ts'
import { EditedDraft } from './edited-draft.svelte.ts'

const file = (name: string, content = 'x') => new File([content], name)

function open(names: readonly string[] = []) {
  const parts = names.map((name) => partOf(name, { name }))
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({ parts }))
  const { files } = draft
  return { draft, files, names: () => files.list.map(({ name }) => name) }
}

describe('Files of a draft', () => {
  test('are added in their order, and those that cannot be are named', async () => {
    const { files, names } = open(['a'])
    const added = files.add([file('b'), file('locked'), file('empty', ''), file('c')], 'attachment')
    expect(files.adding).toBe(3)
    expect((await added).map(({ name }) => name)).toEqual(['b', 'c'])
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(files.adding).toBe(0)
    expect(files.problems).toEqual([
      { name: 'empty', problem: 'This file is empty. Choose another file.' },
      { name: 'locked', problem: 'This file could not be read.', isAdded: false },
    ])
  })

  test('are not added after a cancel, until more are added', async () => {
    const { files, names } = open()
    const added = files.add([file('a'), file('b'), file('c')], 'attachment')
    files.cancel()
    await added
    expect(names()).toEqual(['a'])
    await files.add([file('d')], 'attachment')
    expect(names()).toEqual(['a', 'd'])
  })

  test('are left out and named beyond the most that a message can have', async () => {
    const { draft, files } = open(Array.from({ length: mostParts - 1 }, (_none, at) => `file ${at}`))
    await files.add([file('last'), file('more')], 'attachment')
    expect(files.list).toHaveLength(mostParts)
    expect(files.problems).toEqual([{ name: 'more', problem: tooManyFiles }])
    draft.change({ subject: 'Hello' })
    await draft.flush()
    expect(draft.isDirty).toBe(false)
  })

  test('are moved, but not past the ends', () => {
    const { files, names } = open(['a', 'b', 'c'])
    files.move('a', 2)
    expect(names()).toEqual(['b', 'c', 'a'])
    files.move('c', 0)
    expect(names()).toEqual(['c', 'b', 'a'])
    files.move('c', -1)
    files.move('a', 3)
    expect(names()).toEqual(['c', 'b', 'a'])
  })

  test('are shown in the message once its editor is there, but for those removed meanwhile', async () => {
    const { files } = open()
    const [early, removed] = await files.add([file('a'), file('b')], 'image')
    if (!early || !removed) throw new Error('Both were to be added.')
    files.insertImages([early, removed])
    files.remove(removed.id)
    const shown: string[] = []
    const insert = (parts: readonly { name: string }[]) => void shown.push(...parts.map(({ name }) => name))
    const end = files.insertWith(insert)
    expect(shown).toEqual(['a'])
    files.insertImages([early])
    end()
    files.insertImages([early])
    expect(shown).toEqual(['a', 'a'])
    files.insertWith(insert)
    expect(shown).toEqual(['a', 'a', 'a'])
  })

  test('are removed, and put back where they were', () => {
    const { files, names } = open(['a', 'b', 'c'])
    const putBack = files.remove('b')
    expect(names()).toEqual(['a', 'c'])
    putBack()
    putBack()
    expect(names()).toEqual(['a', 'b', 'c'])
  })

  test('are replaced in their place, under the content id that the HTML names', async () => {
    const { files } = open(['a', 'b', 'c'])
    files.edit('b', { kind: 'image', contentId: 'logo' })
    await files.replace('b', file('new'))
    expect(files.list.map(({ name, kind, contentId }) => [name, kind, contentId])).toEqual([
      ['a', 'attachment', ''],
      ['new', 'image', 'logo'],
      ['c', 'attachment', ''],
    ])
  })

  test('are replaced for the recipients who get them', async () => {
    const { files, draft } = open(['a', 'b'])
    files.edit('a', { kind: 'row' })
    const person = (address: string, parts: string[]) => ({ address, name: '', values: [], parts })
    draft.changePeople({ columns: [], rows: [person('one@x.org', ['b', 'a']), person('two@x.org', [])] })
    await files.replace('a', file('new'))
    const [added] = files.list
    expect(draft.people.rows.map(({ parts }) => parts)).toEqual([['b', added!.id], []])
  })

  test('are waited for by a send, which stops if one of them can’t be added', async () => {
    const { files, names } = open()
    void files.add([file('a'), file('b')], 'attachment')
    await files.settled()
    expect(names()).toEqual(['a', 'b'])
    void files.add([file('c'), file('locked')], 'attachment')
    await expect(files.settled()).rejects.toThrow('locked was not added. This file could not be read.')
    await files.settled()
    void files.add([file('odd')], 'image')
    await expect(files.settled()).rejects.toThrow('odd: This is not an image.')
    expect(names()).toEqual(['a', 'b', 'c', 'odd'])
  })

  test('stay as they are when their replacement cannot be read', async () => {
    const { files, names } = open(['a'])
    await files.replace('a', file('locked'))
    expect(names()).toEqual(['a'])
  })

  test('never share a content id', async () => {
    const { files } = open()
    await files.add([file('a.png'), file('b.png'), file('c.png')], 'image')
    expect(files.list.map(({ contentId }) => contentId)).toEqual(['image', 'image-2', 'image-3'])
  })
})
