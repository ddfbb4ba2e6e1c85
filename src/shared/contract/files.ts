import { z } from 'zod'
import { command } from './base/define.ts'

/** A file as the page knows it: a one-time token, never a path. */
export const fileRef = z.strictObject({
  token: z.string(),
  name: z.string(),
  size: z.number().int(),
})
export type FileRef = z.infer<typeof fileRef>

/** A folder that the user chose. */
const folderRef = fileRef.omit({ size: true })

export const files = {
  /** Keeps a file that the page made, such as a chart as an image, until it is saved. */
  'files.keep': command(
    z.strictObject({
      name: z.string().max(255),
      encoding: z.enum(['text', 'base64']),
      // A call has at most 16 MB.
      content: z.string().max(12_000_000),
    }),
    z.strictObject({ token: z.string() }),
  ),
  /** Opens the host's dialog; an empty list if the user cancelled. Needs the capability saveToDisk. */
  'files.choose': command(
    z.strictObject({
      title: z.string().max(200),
      multiple: z.boolean(),
      extensions: z.array(z.string().max(10)).max(20),
    }),
    z.array(fileRef),
  ),
  /** Opens the host's dialog for a folder, starting at the last choice; null if the user cancelled. Needs saveToDisk. */
  'files.chooseFolder': command(z.strictObject({ title: z.string().max(200) }), folderRef.nullable()),
  /** Shows a folder, or a file in its folder, in the system's own program. Needs the capability reveal. */
  'files.reveal': command(z.strictObject({ token: z.string().max(200) }), z.void()),
  /** Asks where to save the file behind a token and copies it there; `saved` is false if the user cancelled. */
  'files.saveAs': command(
    z.strictObject({ token: z.string(), name: z.string().max(255) }),
    z.strictObject({ saved: z.boolean() }),
  ),
  /** The page no longer needs a file: an inspection of it ends, and a copy that was made for the page is removed. */
  'files.release': command(z.strictObject({ token: z.string().max(200) }), z.void()),
}
