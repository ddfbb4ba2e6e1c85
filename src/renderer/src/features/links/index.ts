export { copyLink } from './copy-link.ts'
export { openLink } from './open-link.ts'
