import type { PreviewMode } from './preview-document.ts'

export const modeOptions = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'dark', label: 'Dark' },
  { value: 'forced-dark', label: 'Forced dark' },
  { value: 'no-images', label: 'Images off' },
] as const satisfies readonly { value: PreviewMode; label: string }[]

export const modeNotes: Readonly<Partial<Record<PreviewMode, string>>> = {
  dark: 'As shown by programs that leave dark colors to the message. A message without its own dark styles stays light.',
  'forced-dark': 'This is a simulation. Some programs invert light colors themselves, each in its own way.',
  'no-images': 'As many readers first see the message, with alt text instead of images.',
}
