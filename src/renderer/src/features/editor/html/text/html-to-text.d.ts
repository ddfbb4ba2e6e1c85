/** The package comes without types. */
declare module 'html-to-text' {
  type Walk = (nodes: unknown, builder: unknown) => void
  export type FormatCallback = (
    element: { readonly children: unknown },
    walk: Walk,
    builder: { addInline(text: string): void },
  ) => void
  export function convert(html: string, options: object): string
}
