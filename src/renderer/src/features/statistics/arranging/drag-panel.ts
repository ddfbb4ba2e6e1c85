import { dragItem } from '../../../lib/ui/layout/reorder.ts'
import type { PanelPlace } from './panel-place.ts'

export function dragPanel(event: PointerEvent, { id, arrangement }: PanelPlace): void {
  dragItem(event, {
    id,
    attribute: 'data-panel',
    show: (dragged) => (arrangement.dragged = dragged),
    move: (moved, target) => arrangement.moveTo(moved, target),
  })
}
