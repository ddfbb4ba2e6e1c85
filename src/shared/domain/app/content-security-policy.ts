/**
 * What the page may load, the same in every host. The page is local: only its own origin appears here, so a message shown in
 * it can neither call home nor run scripts. Styles may be inline because the code editor needs it. Previews are `srcdoc`
 * frames, which inherit this policy and are exempt from frame-src.
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

export function contentSecurityPolicy(): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
