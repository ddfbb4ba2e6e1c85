import type { PreviewMode } from './preview-document.ts'

export const modeOptions = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'dark', label: 'Dark' },
  { value: 'forced-dark', label: 'Forced dark' },
  { value: 'no-images', label: 'Images off' },
] as const satisfies readonly { value: PreviewMode; label: string }[]

export const modeNotes: Readonly<Partial<Record<PreviewMode, string>>> = {
  dark: 'Mail programs that leave dark colours to the message show it like this. A message without its own dark styles stays light.',
  'forced-dark': 'This is a simulation. Some mail programs invert light colours themselves, each in its own way.',
  'no-images': 'Many readers first see the message like this, with alternative text instead of images.',
}
