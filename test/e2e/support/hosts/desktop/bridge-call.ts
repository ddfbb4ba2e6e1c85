/** Calls from the page’s side to the test. */
export type BridgeCall =
  | { readonly kind: 'loaded'; readonly url: string }
  | { readonly kind: 'invoke'; readonly url: string; readonly channel: string; readonly args: unknown }
  | { readonly kind: 'open'; readonly url: string }
  /** Without content, the path is a folder. */
  | { readonly kind: 'copy'; readonly path: string; readonly base64: string | null }
