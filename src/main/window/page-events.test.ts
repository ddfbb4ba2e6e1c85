import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppEvent } from '#shared/contract/events.ts'
import { PageEvents } from './page-events.ts'

const first: AppEvent = { name: 'app.action', payload: { action: 'about.open' } }
const second: AppEvent = { name: 'app.action', payload: { action: 'window.new' } }

const change = (accountId: string): AppEvent => ({ name: 'archive.changed', payload: { accountId } })

let sent: unknown[]
let contents: EventEmitter
let events: PageEvents
beforeEach(() => {
  sent = []
  contents = Object.assign(new EventEmitter(), { send: (_channel: string, event: unknown) => sent.push(event) })
  events = new PageEvents(contents as WebContents)
})

function load(): void {
  contents.emit('did-navigate')
  contents.emit('did-finish-load')
}

describe('events for a page', () => {
  it('wait until it has loaded, and keep their order', () => {
    events.send(first)
    contents.emit('did-navigate')
    events.send(second)
    expect(sent).toEqual([])
    contents.emit('did-finish-load')
    expect(sent).toEqual([first, second])
  })

  it('are kept before the page exists only if the user must see or asked for them', () => {
    events.send(change('a'))
    events.send(first)
    contents.emit('did-navigate')
    events.send(change('b'))
    contents.emit('did-finish-load')
    expect(sent).toEqual([first, change('b')])
  })

  it('wait in a limited number for a page that never finishes loading, and not for the next one', () => {
    events = new PageEvents(contents as WebContents, 3)
    contents.emit('did-navigate')
    events.send(first)
    for (const id of ['a', 'b', 'c']) events.send(change(id))
    contents.emit('did-finish-load')
    expect(sent).toEqual([first, change('b'), change('c')])
    contents.emit('did-navigate')
    events.send(change('d'))
    load()
    expect(sent).toHaveLength(3)
  })

  it('are not sent to the error page that Chromium shows when loading fails', () => {
    events.send(first)
    contents.emit('did-finish-load')
    expect([sent, events.isListening]).toEqual([[], false])
    load()
    expect(sent).toEqual([first])
  })

  it.each(['did-navigate', 'render-process-gone'])('wait for the next document after %s', (event) => {
    load()
    contents.emit(event)
    events.send(first)
    expect(sent).toEqual([])
    load()
    expect(sent).toEqual([first])
  })
})
