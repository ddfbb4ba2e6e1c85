export { default as ArchiveDashboard } from './archive/ArchiveDashboard.svelte'
export { type Source, sourceOf } from './base/source.ts'
export { default as ReconcileScreen } from './reconcile/ReconcileScreen.svelte'
export { default as ServiceDashboard } from './service/ServiceDashboard.svelte'
