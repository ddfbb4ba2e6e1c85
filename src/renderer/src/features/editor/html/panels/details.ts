/** The editable details of an image, a link or a button. Details that do not apply are null or empty. */
export type Details = {
  readonly kind: 'image' | 'link' | 'button'
  label: string | null
  href: string | null
  src: string | null
  alt: string
  width: string
  color: string | null
}

export const noDetails: Omit<Details, 'kind'> = { label: null, href: null, src: null, alt: '', width: '', color: null }
