import { manualPages } from './page-names.ts'

const sources = import.meta.glob<string>(
  ['../../../../../docs/manual/*.md', '../../../../../docs/{search,counting,cli}.md'],
  { query: '?raw', import: 'default' },
)
const loaders = new Map(Object.entries(sources).map(([path, load]) => [path.split('/').at(-1)!.slice(0, -3), load]))

export async function readManualPage(name: string): Promise<string> {
  const load = loaders.get(name)
  if (!load) throw new Error('This page isn’t in the manual. Choose a page from the list.')
  return load()
}

/** Returns the target of a link on a page: a manual page and a heading, or null for anything outside the manual. */
export function targetOf(link: string, from: string): { readonly page: string; readonly heading?: string } | null {
  if (/^[a-z]+:/.test(link)) return null
  const [path = '', heading] = link.split('#')
  const page = path === '' ? from : (path.split('/').at(-1) ?? '').replace(/\.md$/, '')
  if (!manualPages.some(({ name }) => name === page)) return null
  return { page, ...(heading && { heading }) }
}
