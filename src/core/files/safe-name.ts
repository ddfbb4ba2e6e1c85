/** File systems allow 255 bytes; a number, an ending and `.part` have to fit as well. */
const mostBytes = 180

/** Names that Windows keeps for devices, whatever follows their first dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** A name that every system accepts, and that leads out of no folder. Empty if nothing of the text can be used. */
export function safeName(text: string): string {
  const plain = text
    .trim()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-')
    .replace(/^[. ]{1,100}/, '')
  const { stem, ending } = split(plain)
  const whole = `${shortened(stem, mostBytes - Buffer.byteLength(ending))}${ending}`.trimEnd().replace(/\.$/, '-')
  return device.test(whole) ? `_${whole}` : whole
}

/** The ending in small letters, by which systems choose the program; empty if there is none. */
export function endingOf(name: string): string {
  return split(name).ending.slice(1).toLowerCase()
}

function split(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  const isEnding = dot > 0 && name.length - dot <= 20
  return isEnding ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' }
}

/** Whole characters only. */
function shortened(text: string, bytes: number): string {
  let kept = ''
  let used = 0
  for (const letter of text) {
    used += Buffer.byteLength(letter)
    if (used > bytes) break
    kept += letter
  }
  return kept
}
