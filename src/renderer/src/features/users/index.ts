export { default as UsersPage } from './UsersPage.svelte'
