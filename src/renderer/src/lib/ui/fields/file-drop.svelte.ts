const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Handles files that are dragged over an element and dropped on it: `{...drop.handlers}`. */
export function fileDrop(take: (files: File[]) => void, isDisabled = () => false) {
  // The event for entering a child comes before the event for leaving its parent, so only a count shows when the
  // pointer has really left.
  let depth = $state(0)
  /** Also handles `dragenter`, the last event before the drop if the view moves under a resting pointer. */
  function accept(event: DragEvent): void {
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = isDisabled() ? 'none' : 'copy'
  }
  return {
    get isOver() {
      return depth > 0 && !isDisabled()
    },
    handlers: {
      ondragenter(event: DragEvent) {
        if (!hasFiles(event)) return
        depth++
        accept(event)
      },
      ondragleave: (event: DragEvent) => hasFiles(event) && depth--,
      ondragover: (event: DragEvent) => hasFiles(event) && accept(event),
      ondrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth = 0
        if (!isDisabled()) take([...(event.dataTransfer?.files ?? [])])
      },
    },
  }
}
