export { Formats } from '#shared/domain/settings/formats.ts'
