import type { AccountProfile } from './accounts.ts'

/** These defaults are separate from the schemas, so that the page can start a form from them without loading zod. */
export const accountDefaults: Omit<AccountProfile, 'name' | 'baseUrl' | 'user'> = {
  colour: 'blue',
  headerNames: { user: 'X-Service-ApiUser', key: 'X-Service-ApiKey' },
  keyPrefix: 'X-SVC-',
  dateForm: 'documented',
  readOnly: false,
  recipientAllowList: [],
  ccAndBcc: false,
  correlateSends: true,
  storeHistory: true,
  acceptPlainHttp: false,
  proxy: '',
  extraCa: '',
}
