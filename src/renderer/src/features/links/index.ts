export { copyLink } from './copy-link.ts'
export { goToPlace, leaveView, openLink } from './open-link.ts'
