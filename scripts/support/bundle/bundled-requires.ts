const loads = /\bcreateRequire\(import\.meta\.url\)\((?=['"])/g

/**
 * A plugin for bundles that Node runs: `createRequire(import.meta.url)('name')` becomes the bundler's own `require`. The library
 * is then part of the bundle, still runs at its first use, and is not looked for in node_modules, which the packaged app has not.
 */
export const bundledRequires = {
  name: 'bundled-requires',
  transform: (code: string): string | null => (code.search(loads) < 0 ? null : code.replaceAll(loads, 'require(')),
}
