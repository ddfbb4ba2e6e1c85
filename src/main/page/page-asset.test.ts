import { describe, expect, it } from 'vitest'
import { pageAsset } from './page-asset.ts'

describe('pageAsset', () => {
  it('answers the page itself for the root', () => {
    expect(pageAsset('/')).toEqual({ path: 'index.html', type: 'text/html; charset=utf-8', immutable: false })
  })

  it.each([
    ['/assets/index-Bd2lClek.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-_a-B.css', 'text/css; charset=utf-8'],
    ['/assets/world.json', 'application/json; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml'],
  ])('knows the type of %s', (pathname, type) => {
    expect(pageAsset(pathname)).toMatchObject({ path: pathname.slice(1), type })
  })

  it('lets only hashed names be kept for ever', () => {
    expect(pageAsset('/assets/index-Bd2lClek.js')?.immutable).toBe(true)
    expect(pageAsset('/index.html')?.immutable).toBe(false)
  })

  it.each([
    '/../main/main.js',
    '/assets/../../main/main.js',
    '/%2e%2e/main/main.js',
    '/..%2fmain%2fmain.js',
    '/assets%5c..%5c..%5cmain.js',
    '/%252e%252e/main.js',
    '//etc/passwd.txt',
    '/./index.html',
    '/.env.json',
    '/index.html%00.png',
    '/%',
    '/C:/windows/x.txt',
    '/assets/',
    '/main.exe',
    '/constructor',
    '',
  ])('refuses %j', (pathname) => {
    expect(pageAsset(pathname)).toBeNull()
  })
})
