/**
 * The policy for what the page may load, identical in every host. The page is local: only its own origin appears here, so a
 * message displayed in it can neither call home nor run scripts. Inline styles are allowed for the code editor.
 * Previews are `srcdoc` frames, which inherit this policy and are exempt from frame-src.
 */
const directives: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/**
 * `importMap` is the hash of the built page’s inline import map. A built page starts its workers from code that it has
 * compared with the map, never from an address.
 */
export function contentSecurityPolicy(importMap?: string): string {
  const own =
    importMap === undefined
      ? directives
      : { ...directives, 'script-src': ["'self'", `'${importMap}'`], 'worker-src': ['blob:'] }
  return Object.entries(own)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
