/**
 * Requires images to be inside the message itself, and forbids everything else that causes a request. inert-mail.ts
 * also removes such content from the message, because for some of it browsers connect without checking any policy.
 */
const policy = [
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/** Marks a former link, which would look like plain text now that its address has been removed. */
export const linkMark = 'data-mailroom-link'

/** A rule without specificity, so that any rule in the message overrides it. */
const look = `:where([${linkMark}=link]){color:LinkText;text-decoration:underline;cursor:help}`

/** The number of elements added to the head here, before everything in the message. */
export const ownParts = 4

/** Returns an email as a separate document. The policy comes before anything in the message. */
export function previewDocument(html: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off"><style>${look}</style>${html}`
}
