/**
 * Images must be inside the message itself, and nothing else may leave this computer. inert-mail.ts also removes such
 * content from the message, because for some of it a browser connects without checking any policy.
 */
const policy = [
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/** Marks a former link: without an address, it would look like plain text. */
export const linkMark = 'data-mailroom-link'

/** A rule without specificity: any rule of the message overrides it. */
const look = `:where([${linkMark}=link]){color:LinkText;text-decoration:underline;cursor:help}`

/** The number of head elements that come from here, before everything of the message. */
export const ownParts = 4

/** An email as a separate document. The policy comes before anything of the message. */
export function previewDocument(html: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off"><style>${look}</style>${html}`
}
