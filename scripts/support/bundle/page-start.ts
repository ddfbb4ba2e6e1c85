import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

type Modules = { getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null }

/**
 * The page’s script is small, because it makes the first calls once it is read, and loads the rest of the first view
 * by `import()`. This plugin puts that rest into one file, which the browser requests as early as the script itself;
 * code shared by many views into two more; and the code that `dialogs` loads right after the first view into another.
 * A file for each shared module would cost more in requests than it saves in bytes.
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
          // The document already loads the page’s entry.
          const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
          return chunks.flatMap((chunk) => tags(chunk, { opener, entries }))
        },
      },
    } satisfies Plugin,
  }
}

/** All modules that are loaded together with this one. */
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
  // The imports include the bundler’s helper functions, which are in a separate file.
  const scripts = [part.fileName, ...part.imports].filter((name) => !entries.has(name))
  const styles = [...(part.viteMetadata?.importedCss ?? [])]
  return [
    ...scripts.map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: `./${name}` }, ...head })),
    ...styles.map((name) => ({ tag: 'link', attrs: { rel: 'stylesheet', href: `./${name}` }, ...head })),
  ]
}
