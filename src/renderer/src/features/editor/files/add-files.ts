import type { DraftPart } from '#shared/contract/base/draft.ts'
import type { EditedDraft } from '../document/edited-draft.svelte.ts'
import { isImageFile } from '../document/draft-files.svelte.ts'

export const noFilesInTemplates =
  'Templates can’t contain files. Publish the image on the web, then add an image and enter its web address.'

/**
 * Copies images to the draft, and returns those that its HTML can show. Other files are added as attachments, and so are
 * images that no message can show, such as damaged ones.
 */
export async function addImages(draft: EditedDraft, files: readonly File[]): Promise<DraftPart[]> {
  const others = files.filter((file) => !isImageFile(file))
  if (others.length > 0) void draft.files.add(others, 'attachment')
  const added = await draft.files.add(files.filter(isImageFile), 'image')
  return added.filter(({ kind }) => kind === 'image')
}

/** Returns the dropped files, and the names of the dropped folders. Both can be read only during the event. */
export function droppedFiles(transfer: DataTransfer | null): { files: File[]; folders: string[] } {
  const files: File[] = []
  const folders: string[] = []
  for (const item of transfer?.items ?? []) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    if (entry?.isDirectory) folders.push(entry.name)
    else {
      const file = item.getAsFile()
      if (file) files.push(file)
    }
  }
  return { files, folders }
}

/** Prompts for images, and returns those that were added. The list is empty if the user cancels. */
export function askForImageFiles(input: HTMLInputElement | undefined, draft: EditedDraft): Promise<DraftPart[]> {
  if (!input) return Promise.resolve([])
  return new Promise((resolve) => {
    const done = async () => {
      const parts = await addImages(draft, [...(input.files ?? [])])
      input.value = ''
      resolve(parts)
    }
    input.onchange = () => void done()
    input.oncancel = () => resolve([])
    input.click()
  })
}
