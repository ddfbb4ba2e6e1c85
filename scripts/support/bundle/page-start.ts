import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

type Modules = { getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null }

/**
 * The page's script is small, because its first calls leave when it is read, and loads all that the first view needs by `import()`.
 * This makes one file of that, which the browser gets as early as the script itself; two of what many views share; and one of what
 * `dialogs` loads right after the first view. Shared modules would be a file each, and many requests take longer than the few
 * bytes that they save.
 */
export function pageStart(opener: string, dialogs: string) {
  const ofStart = new Set<string>()
  const ofDialogs = new Set<string>()
  return {
    groups: [
      { name: 'page', tags: ['$initial' as const], priority: 1 },
      {
        debugName: 'start',
        name: (id: string, modules: Modules) => (reachedFrom(opener, modules, ofStart).has(id) ? 'start' : null),
      },
      { name: 'ui', test: /[\\/](?:lib[\\/]ui|node_modules[\\/]svelte)[\\/]/, minShareCount: 4 },
      { name: 'views', test: /[\\/]src[\\/]/, minShareCount: 4 },
      {
        debugName: 'dialogs',
        name: (id: string, modules: Modules) => (reachedFrom(dialogs, modules, ofDialogs).has(id) ? 'dialogs' : null),
      },
    ],
    plugin: {
      name: 'page-start',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (_html, { bundle = {} }) => {
          const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
          // The page asks for its entry by itself.
          const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
          return chunks.flatMap((chunk) => tags(chunk, { opener, entries }))
        },
      },
    } satisfies Plugin,
  }
}

/** All modules that are loaded with this one. */
function reachedFrom(id: string, modules: Modules, reached: Set<string>): ReadonlySet<string> {
  if (reached.has(id)) return reached
  reached.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reachedFrom(imported, modules, reached)
  return reached
}

type Start = { readonly opener: string; readonly entries: ReadonlySet<string> }

function tags(part: Rolldown.OutputChunk, { opener, entries }: Start): HtmlTagDescriptor[] {
  if (![part.facadeModuleId, ...part.moduleIds].includes(opener)) return []
  const head = { injectTo: 'head' } as const
  // Among its imports are functions of the bundler, a file of their own.
  const scripts = [part.fileName, ...part.imports].filter((name) => !entries.has(name))
  const styles = [...(part.viteMetadata?.importedCss ?? [])]
  return [
    ...scripts.map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: `./${name}` }, ...head })),
    ...styles.map((name) => ({ tag: 'link', attrs: { rel: 'stylesheet', href: `./${name}` }, ...head })),
  ]
}
