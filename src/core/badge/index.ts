export { Badge, type BadgeSources } from './badge.ts'
