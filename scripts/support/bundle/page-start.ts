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
          // Not the code of many views: the frame of the app would be there later, and the first view no sooner.
          const early = chunks.filter(({ facadeModuleId, moduleIds }) =>
            [facadeModuleId, ...moduleIds].includes(opener),
          )
          // The imports include the bundler’s helper functions, which are in a separate file.
          const scripts = early
            .flatMap(({ fileName, imports }) => [fileName, ...imports])
            .filter((name) => !entries.has(name))
          const styles = early.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          return [...linksTo('modulepreload', scripts), ...linksTo('stylesheet', styles)]
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

function linksTo(rel: string, names: readonly string[]): HtmlTagDescriptor[] {
  return Array.from(new Set(names), (name) => ({
    tag: 'link',
    attrs: { rel, href: `./${name}` },
    injectTo: 'head',
  }))
}
