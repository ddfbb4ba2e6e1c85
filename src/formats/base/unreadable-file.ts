/** Why a file cannot be read, as a sentence for its owner. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

export const brokenOff = 'The file breaks off before its end. Copy or download it again.'
