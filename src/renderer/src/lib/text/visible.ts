export { visible, withoutBidiControls } from '#shared/text/visible.ts'
