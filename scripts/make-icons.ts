// `node scripts/make-icons.ts` draws resources/icons/icon.svg in every size and container that the platforms need. It is run
// by hand when the drawing changes, and its results are in the repository.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '#server/launch/find-chromium.ts'

type Picture = { readonly size: number; readonly png: Buffer }

const folder = fileURLToPath(new URL('../resources/icons', import.meta.url))
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8')

/** macOS icons have a margin, so that they are as large as their neighbours in the Dock. */
const macMargin = 100 / 1024

/**
 * The types that an .icns gives to a PNG of each size. Some sizes appear twice, the second time for high-density
 * displays.
 */
const icnsTypes: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

const path = findChromium()
const browser = await chromium.launch(path === null ? {} : { executablePath: path })
try {
  const plain = await draw(browser, [16, 24, 32, 48, 64, 128, 256, 512], 0)
  const mac = await draw(browser, [16, 32, 64, 128, 256, 512, 1024], macMargin)
  mkdirSync(join(folder, 'png'), { recursive: true })
  for (const { size, png } of plain) writeFileSync(join(folder, 'png', `${size}x${size}.png`), png)
  writeFileSync(join(folder, 'icon.png'), sized(plain, 512).png)
  writeFileSync(join(folder, 'icon.ico'), ico(plain.filter(({ size }) => size <= 256)))
  writeFileSync(join(folder, 'icon.icns'), icns(mac))
} finally {
  await browser.close()
}

async function draw(browser: Browser, sizes: readonly number[], margin: number): Promise<Picture[]> {
  const page = await browser.newPage()
  const pictures: Picture[] = []
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    const inner = size * (1 - 2 * margin)
    const style = `margin:${size * margin}px;width:${inner}px;height:${inner}px;display:block`
    await page.setContent(`<style>body{margin:0}svg{${style}}</style>${svg}`)
    pictures.push({ size, png: await page.screenshot({ omitBackground: true }) })
  }
  await page.close()
  return pictures
}

/** A directory of entries, then the PNGs. A side of 256 pixels is written as 0. */
function ico(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ size, png }, index) => {
    const entry = 6 + 16 * index
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/**
 * Each block consists of its type, its length (including these eight bytes) and a PNG. All blocks are inside one block
 * of the same form.
 */
function icns(pictures: readonly Picture[]): Buffer {
  const blocks = icnsTypes.map(([type, size]) => block(type, sized(pictures, size).png))
  return block('icns', Buffer.concat(blocks))
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'ascii')
  head.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([head, content])
}

function sized(pictures: readonly Picture[], size: number): Picture {
  const found = pictures.find((picture) => picture.size === size)
  if (!found) throw new Error(`There is no picture of ${size} pixels.`)
  return found
}
