import { flushSync } from 'svelte'
import { expect, it } from 'vitest'
import { MapZoom } from './map-zoom.svelte.ts'

it('is laid out once it has a width and a height, because until then a pixel is the whole world', () => {
  const zoom = new MapZoom(() => ({ x: 760, y: 160 }))
  const isLaidOut = () => {
    flushSync()
    return zoom.isLaidOut
  }
  expect([isLaidOut(), zoom.unit]).toEqual([false, zoom.box.width])
  zoom.width = 1440
  expect(isLaidOut()).toBe(false)
  zoom.height = 580
  expect(isLaidOut()).toBe(true)
})
