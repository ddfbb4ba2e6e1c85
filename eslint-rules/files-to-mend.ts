/** Files that still hold a regex of more than linear cost. The list only ever gets shorter. */
export const filesToMend: string[] = []
