/** Images may only be inside the message itself; everything else that would leave this machine is refused. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"

/**
 * An email as a document of its own. The policy stands before anything of the message, so nothing in it can come first;
 * links open nowhere, because the frame may not open windows, and the addresses of their hosts are not looked up ahead.
 */
export function previewDocument(html: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off"><base target="_blank">${html}`
}
