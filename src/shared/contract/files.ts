import { z } from 'zod'
import { command } from './base/define.ts'

/** A file as the page sees it: a one-time token, never a path. */
export const fileRef = z.strictObject({
  token: z.string(),
  name: z.string(),
  size: z.number().int(),
})
export type FileRef = z.infer<typeof fileRef>

const folderRef = fileRef.omit({ size: true })

export const files = {
  /** Keeps a file created by the page, such as a chart image, until it is saved. */
  'files.keep': command(
    z.strictObject({
      name: z.string().max(255),
      encoding: z.enum(['text', 'base64']),
      // Limited because a call has at most 16 MB.
      content: z.string().max(12_000_000),
    }),
    z.strictObject({ token: z.string() }),
  ),
  /** Opens the host’s dialog; returns an empty list if the user cancelled. Requires the `saveToDisk` capability. */
  'files.choose': command(
    z.strictObject({
      title: z.string().max(200),
      multiple: z.boolean(),
      extensions: z.array(z.string().max(10)).max(20),
    }),
    z.array(fileRef),
  ),
  /**
   * Opens the host’s folder dialog at the most recently chosen folder; returns null if the user cancelled. Requires the
   * `saveToDisk` capability.
   */
  'files.chooseFolder': command(z.strictObject({ title: z.string().max(200) }), folderRef.nullable()),
  /** Shows a folder, or a file in its folder, in the system’s own program. Requires the `reveal` capability. */
  'files.reveal': command(z.strictObject({ token: z.string().max(200) }), z.void()),
  /** Asks the user where to save a token’s file and copies it there; `saved` is false if the user cancelled. */
  'files.saveAs': command(
    z.strictObject({ token: z.string(), name: z.string().max(255) }),
    z.strictObject({ saved: z.boolean() }),
  ),
  /**
   * Must be called when the page no longer needs a file. Ends any inspection of it, and removes a copy that was created
   * for the page.
   */
  'files.release': command(z.strictObject({ token: z.string().max(200) }), z.void()),
}
