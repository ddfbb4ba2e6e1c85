/**
 * Ignores a file that is dropped where nothing accepts it. Otherwise, the browser would open the file in place of the
 * current page. Call this for `dragenter`, `dragover` and `drop`, after all other handlers.
 */
export function refuseStrayFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
