/**
 * The colours of the page’s light theme (tokens.css), for charts on paper and in files. These charts always have a
 * white background, even if the page had a dark theme when they were saved.
 */
export const palette = {
  '--state-delivered': '#12703a',
  '--state-softbounced': '#a14b0b',
  '--state-hardbounced': '#96321f',
  '--state-rejected': '#a2295f',
  '--state-unknown': '#525967',
  '--accent': '#2459d6',
  text: '#1b1f27',
  muted: '#525967',
  border: '#e0e3e9',
  share: '#e2ebfd',
  sunken: '#f6f7f9',
  warn: '#855300',
  paper: '#ffffff',
} as const

/** Returns a colour of the page as it is on paper. If it is not in the palette, this is the neutral colour. */
export function paperColor(token: string): string {
  return token in palette ? palette[token as keyof typeof palette] : palette.muted
}
