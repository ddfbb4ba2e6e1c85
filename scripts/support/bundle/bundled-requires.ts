const loads = /\bcreateRequire\(import\.meta\.url\)\((?=['"])/g

/**
 * A plugin for bundles that Node runs: `createRequire(import.meta.url)('name')` becomes the bundler’s `require`. The
 * library is then part of the bundle and still runs at its first use, without node_modules, which the packaged app
 * lacks.
 */
export const bundledRequires = {
  name: 'bundled-requires',
  transform: (code: string): string | null => (code.search(loads) < 0 ? null : code.replaceAll(loads, 'require(')),
}
