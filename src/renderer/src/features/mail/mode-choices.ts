import type { PreviewMode } from './preview-document.ts'

export const modeOptions = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'dark', label: 'Dark' },
  { value: 'forced-dark', label: 'Forced dark' },
  { value: 'no-images', label: 'Images off' },
] as const satisfies readonly { value: PreviewMode; label: string }[]

export const modeNotes: Readonly<Partial<Record<PreviewMode, string>>> = {
  dark: 'As shown by programs that leave dark colours to the message. Without its own dark styles, it stays light.',
  'forced-dark': 'A simulation: some programs invert light colours themselves, each in its own way.',
  'no-images': 'As many readers see it first: with alternative texts in place of images.',
}
