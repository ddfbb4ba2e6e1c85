/**
 * Loads `draft-files.ts` with the first file, because its table of file types and its image reader would slow down
 * every start.
 */
export const draftFiles = (): Promise<typeof import('./draft-files.ts')> => import('./draft-files.ts')

export async function imageBytes(path: string): Promise<{ contentType: string; base64: string }> {
  return (await draftFiles()).imageBytes(path)
}
