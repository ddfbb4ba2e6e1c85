import { describe, expect, it } from 'vitest'
import { pageAddress } from './page-address.ts'

describe('pageAddress', () => {
  const packaged = pageAddress(undefined, true)

  it('is the app’s own scheme', () => {
    expect(packaged.url).toBe('app://mailroom/index.html')
  })

  it.each(['app://mailroom/index.html', 'app://mailroom/assets/x.js', 'app://mailroom/index.html#/keys'])(
    'owns %s',
    (url) => {
      expect(packaged.owns(url)).toBe(true)
    },
  )

  it.each([
    'app://evil/index.html',
    'app://mailroom.evil.example/',
    'https://mailroom/index.html',
    'https://evil.example/app://mailroom/',
    'file:///app/mailroom',
    'data:text/html,x',
    'about:blank',
    '',
    'mailroom',
  ])('does not own %j', (url) => {
    expect(packaged.owns(url)).toBe(false)
  })

  it('tells the page from its parts', () => {
    expect(packaged.isPage('app://mailroom/index.html#/messages')).toBe(true)
    expect(packaged.isPage('app://mailroom/')).toBe(true)
    expect(packaged.isPage('app://mailroom/assets/x.svg')).toBe(false)
  })

  it('takes a dev server of this machine, and only while developing', () => {
    const dev = pageAddress('http://localhost:5173', false)
    expect(dev.url).toBe('http://localhost:5173')
    expect(dev.owns('ws://localhost:5173/')).toBe(true)
    expect(dev.isPage('http://localhost:5173/#/keys')).toBe(true)
    expect(dev.owns('http://localhost:9999/')).toBe(false)
    expect(pageAddress('http://localhost:5173', true).url).toBe(packaged.url)
    expect(pageAddress('http://localhost.evil.example', false).url).toBe(packaged.url)
  })
})
