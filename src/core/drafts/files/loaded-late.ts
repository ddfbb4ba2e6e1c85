/**
 * This module is loaded with the first file, because the table of file types and the image reader would slow down every
 * start.
 */
export const draftFiles = (): Promise<typeof import('./draft-files.ts')> => import('./draft-files.ts')

export async function imageBytes(path: string): Promise<{ contentType: string; base64: string }> {
  return (await draftFiles()).imageBytes(path)
}
