export { horizonText } from '#shared/domain/archive/horizon-text.ts'
