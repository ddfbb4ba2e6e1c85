/**
 * Images may only be inside the message itself; everything else that would leave this machine is refused. The same is
 * taken out of the message (inert-mail.ts): a browser connects for some of it before, or without, asking any policy.
 */
const policy = [
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/** Marks what was a link: it has no address any more, and its own look would be that of plain text. */
export const linkMark = 'data-mailroom-link'

/** A rule of no weight: any rule of the message comes first. */
const look = `:where([${linkMark}=link]){color:LinkText;text-decoration:underline;cursor:help}`

/** Elements of the head that come from here, in front of everything that the message brings. */
export const ownParts = 4

/** An email as a document of its own. The policy stands before anything of the message, so nothing in it can come first. */
export function previewDocument(html: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off"><style>${look}</style>${html}`
}
