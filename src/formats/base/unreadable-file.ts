/** The message is a sentence for the user that explains why the file cannot be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

export const brokenOff = 'The file is cut off. Copy or download it again.'
