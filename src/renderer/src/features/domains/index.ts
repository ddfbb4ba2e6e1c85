export { default as DomainPage } from './detail/DomainPage.svelte'
export { default as DnsFields } from './DnsFields.svelte'
export { default as DomainsPage } from './list/DomainsPage.svelte'
