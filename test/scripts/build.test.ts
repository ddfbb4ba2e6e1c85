import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { manualPages } from '../../src/renderer/src/features/manual/page-names.ts'

type Module = { sourceFiles(): readonly string[] }

const { sourceFiles } = (await import(new URL('../../scripts/support/build.mjs', import.meta.url).href)) as Module
const root = new URL('../../', import.meta.url)
const pathOf = (name: string): string => fileURLToPath(new URL(name, root))

test('the page is built again when a page of its manual has changed', () => {
  const own = readdirSync(pathOf('docs/manual')).map((file) => `manual/${file}`)
  const pages = manualPages.map(({ name }) => (own.includes(`manual/${name}.md`) ? `manual/${name}.md` : `${name}.md`))
  expect(sourceFiles()).toEqual(expect.arrayContaining(pages.map((page) => pathOf(`docs/${page}`))))
})

test('everything is built again when the code of the build has changed', () => {
  const config = readFileSync(pathOf('electron.vite.config.ts'), 'utf8')
  const imported = [...config.matchAll(/from '\.\/(.+)'/g)].map(([, path = '']) => pathOf(path))
  expect(imported).not.toEqual([])
  expect(sourceFiles()).toEqual(expect.arrayContaining(imported))
})
