import type { FileRef } from '#shared/contract/files.ts'
import type { OutboxEntry, SandboxRequest, SandboxState } from '#shared/contract/sandbox.ts'
import type { CommandName } from '#shared/contract/table.ts'
import { aSend, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { alertExamples } from './alert-examples.ts'
import { blacklistExamples } from './blacklist-examples.ts'
import { comparisonExamples } from './comparison-examples.ts'
import { domainExamples } from './domain-examples.ts'
import { draftExamples, snippetExamples } from './draft-examples.ts'
import type { Driver } from './drivers/driver.ts'
import { anAccount, newProfile, ofAccount, ofOwnAccount, type Example } from './example-accounts.ts'
import { exportExamples } from './export-examples.ts'
import { importExamples } from './import-examples.ts'
import { keyExamples } from './key-examples.ts'
import { reportExamples } from './report-examples.ts'
import { scheduleExamples } from './schedule-examples.ts'
import { sendExamples } from './send-examples.ts'
import { storageExamples } from './storage-examples.ts'
import { syncExamples } from './sync-examples.ts'
import { teamExamples } from './team-examples.ts'
import { templateExamples } from './template-examples.ts'
import { webhookExamples } from './webhook-examples.ts'

/** Starts the app’s sandbox, which most sandbox commands need. */
async function inSandbox<Input>(driver: Driver, input: Input): Promise<Input> {
  await driver.invoke('sandbox.explore', { scenario: 'empty' })
  return input
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A program sends a message with a picture, so that every command about messages and requests has a result. */
async function sentMessage(driver: Driver): Promise<{ id: string }> {
  await inSandbox(driver, undefined)
  const { url, user, key } = (await driver.invoke('sandbox.state', undefined)) as SandboxState
  const client = new ServiceClient(url, { user, key })
  const attachments = [{ contentType: 'image/png', filename: 'dot.png', content: png }]
  await client.post('/messages/send', aSend('ada@shop.example', { attachments }))
  client.close()
  const [newest] = (await driver.invoke('sandbox.outbox', { limit: 1 })) as OutboxEntry[]
  return { id: newest!.id }
}

async function sentPicture(driver: Driver): Promise<{ id: string; index: number }> {
  return { ...(await sentMessage(driver)), index: 0 }
}

async function savedSnapshot(driver: Driver): Promise<{ name: string }> {
  await inSandbox(driver, undefined)
  const { adminUrl, adminToken } = (await driver.invoke('sandbox.state', undefined)) as SandboxState
  const client = new ServiceClient(adminUrl, { user: '', key: '' })
  const headers = { 'x-sandbox-token': adminToken }
  await client.call({ method: 'PUT', path: '/snapshots/base', body: { replace: true }, headers })
  client.close()
  return { name: 'base' }
}

/** The token of an exported snapshot file. */
async function exportedSnapshot(driver: Driver): Promise<{ token: string }> {
  const { token } = (await driver.invoke('sandbox.exportSnapshot', await savedSnapshot(driver))) as FileRef
  return { token }
}

/** The id of the request that sent such a message. */
async function sendRequest(driver: Driver): Promise<{ id: number }> {
  await sentMessage(driver)
  const [newest] = (await driver.invoke('sandbox.requests', { own: false })) as SandboxRequest[]
  return { id: newest!.id }
}

/** A search in an account that has not been synced yet: the outputs are empty but valid. */
async function aScope(driver: Driver): Promise<{ accountId: string; text: string; zone: string }> {
  return { ...(await ofAccount(driver)), text: 'invoice state:delivered', zone: 'Europe/Paris' }
}

const nothing = (): undefined => undefined

/** One example for each command: a missing one is a type error. */
export const examples: { readonly [Name in CommandName]: Example<Name> } = {
  ...alertExamples,
  ...blacklistExamples,
  ...keyExamples,
  ...scheduleExamples,
  ...sendExamples,
  ...storageExamples,
  ...syncExamples,
  ...teamExamples,
  ...templateExamples,
  ...webhookExamples,
  'app.info': { input: nothing },
  'app.dismissNotice': { input: () => ({ id: 'no-such-notice' }) },
  'app.licences': { input: nothing },
  'app.openExternal': { input: () => ({ url: 'https://example.com/' }) },
  'app.revealDataFolder': { input: nothing, mayRefuse: ['not-offered'] },
  'app.resetWindow': { input: nothing, mayRefuse: ['not-offered'] },
  'logs.read': { input: () => ({ limit: 10 }) },
  'logs.report': { input: () => ({ message: 'It broke', stack: 'at x' }) },
  'logs.reveal': { input: nothing, mayRefuse: ['not-offered'] },
  'logs.bundle': { input: nothing },
  'accounts.list': { input: nothing },
  'accounts.select': { input: anAccount },
  'accounts.checkBaseUrl': { input: () => ({ baseUrl: 'https://mail.example.com' }) },
  'accounts.test': { input: () => ({ profile: newProfile(), key: 'a-key' }), mayRefuse: ['connection-refused'] },
  'accounts.create': { input: () => ({ profile: newProfile(), key: 'a-key', keep: 'this-run' }) },
  'accounts.update': { input: async (driver) => ({ ...(await anAccount(driver)), profile: newProfile() }) },
  'accounts.replaceKey': { input: async (driver) => ({ ...(await anAccount(driver)), key: 'b', keep: 'this-run' }) },
  'accounts.remove': { input: async (driver) => ({ ...(await anAccount(driver)), archive: 'delete' }) },
  'accounts.historyOnDisk': { input: anAccount },
  'accounts.refresh': { input: anAccount },
  'accounts.calls': { input: anAccount },
  'accounts.abilities': { input: async (driver) => ({ ...(await anAccount(driver)), probe: false }) },
  'accounts.plan': { input: anAccount, mayRefuse: ['connection-refused'] },
  'keychain.state': { input: nothing },
  'updates.get': { input: nothing },
  'updates.check': { input: nothing, mayRefuse: ['not-offered'] },
  'updates.dismiss': { input: () => ({ version: '1.2.3' }) },
  'settings.get': { input: nothing },
  'settings.change': { input: () => ({ theme: 'dark', viewState: { table: [1, 2] } }) },
  'jobs.list': { input: nothing },
  'jobs.cancel': { input: () => ({ id: 'no-such-job' }), mayRefuse: ['not-found'] },
  'jobs.dismiss': { input: () => ({ id: 'no-such-job' }), mayRefuse: ['not-found'] },
  'files.keep': { input: () => ({ name: 'chart.svg', encoding: 'text', content: '<svg/>' }) },
  'files.choose': { input: () => ({ title: 'Choose', multiple: false, extensions: [] }), mayRefuse: ['not-offered'] },
  'files.release': { input: () => ({ token: 'none' }) },
  'files.chooseFolder': { input: () => ({ title: 'Choose' }), mayRefuse: ['not-offered'] },
  'files.reveal': { input: () => ({ token: 'none' }), mayRefuse: ['file-gone'] },
  'files.saveAs': { input: () => ({ token: 'none', name: 'a.txt' }), mayRefuse: ['file-gone', 'not-offered'] },
  'sandbox.explore': { input: () => ({ scenario: 'empty' }) },
  'sandbox.state': { input: nothing },
  'sandbox.stop': { input: nothing },
  'sandbox.moveClock': { input: (driver) => inSandbox(driver, { advance: 'hour', running: true }) },
  // The examples that send a message use these header names.
  'sandbox.setNames': {
    input: (driver) =>
      inSandbox(driver, { headerNames: { user: 'X-Service-ApiUser', key: 'X-Service-ApiKey' }, prefix: 'X-SVC-' }),
  },
  'sandbox.certificate': { input: (driver) => inSandbox(driver, undefined) },
  'sandbox.faults': { input: (driver) => inSandbox(driver, undefined) },
  'sandbox.setFaults': { input: (driver) => inSandbox(driver, { faults: [{ kind: 'hang', path: '/nowhere' }] }) },
  'sandbox.requests': { input: (driver) => inSandbox(driver, { own: true }) },
  'sandbox.request': { input: sendRequest },
  'sandbox.replay': { input: sendRequest },
  'sandbox.clearRequests': { input: (driver) => inSandbox(driver, undefined) },
  'sandbox.outbox': {
    input: (driver) => inSandbox(driver, { limit: 5, text: 'ada', sort: { field: 'to', descending: false } }),
  },
  'sandbox.message': { input: sentMessage },
  'sandbox.source': { input: sentMessage },
  'sandbox.attachment': { input: sentPicture },
  'sandbox.image': { input: sentPicture },
  'sandbox.webhooks': { input: (driver) => inSandbox(driver, undefined) },
  'sandbox.changeWebhook': {
    input: (driver) => inSandbox(driver, { id: 'none', fault: 'twice', encoded: true }),
    mayRefuse: ['not-found'],
  },
  'sandbox.webhookCalls': { input: (driver) => inSandbox(driver, { id: 'none' }), mayRefuse: ['not-found'] },
  'sandbox.repeatWebhookCall': {
    input: (driver) => inSandbox(driver, { id: 'none', n: 1 }),
    mayRefuse: ['not-found'],
  },
  'sandbox.replies': { input: (driver) => inSandbox(driver, undefined) },
  'sandbox.setReplyReceiver': { input: (driver) => inSandbox(driver, { receiver: null }) },
  'sandbox.setReplyRules': {
    input: (driver) => inSandbox(driver, { rules: [{ to: '*@shop.example', kind: 'reply', after: 1000 }] }),
  },
  'sandbox.snapshots': { input: (driver) => inSandbox(driver, undefined) },
  'sandbox.saveSnapshot': { input: (driver) => inSandbox(driver, { name: 'base', replace: true }) },
  'sandbox.compareSnapshot': { input: savedSnapshot },
  'sandbox.restoreSnapshot': { input: savedSnapshot },
  'sandbox.exportSnapshot': { input: savedSnapshot },
  'sandbox.importSnapshot': { input: exportedSnapshot },
  'sandbox.removeSnapshot': { input: savedSnapshot },
  'sandbox.reset': { input: (driver) => inSandbox(driver, { scenario: 'empty' }) },
  'messages.search': { input: async (driver) => ({ ...(await aScope(driver)), offset: 0, limit: 10 }) },
  'messages.searchSuperseding': {
    input: async (driver) => ({ ...(await aScope(driver)), offset: 0, limit: 10, asker: 'a' }),
  },
  'messages.positions': { input: async (driver) => ({ ...(await aScope(driver)), rows: [1] }) },
  'messages.count': { input: aScope },
  'messages.countSuperseding': { input: async (driver) => ({ ...(await aScope(driver)), asker: 'a count' }) },
  'messages.cancel': { input: () => ({ asker: 'a count' }) },
  'messages.histogram': { input: aScope },
  'messages.values': {
    input: async (driver) => ({ ...(await ofAccount(driver)), field: 'state', key: null, prefix: 'd' }),
  },
  'messages.valuesSuperseding': {
    input: async (driver) => ({ ...(await aScope(driver)), field: 'tag', key: null, prefix: '', asker: 'a filter' }),
  },
  'messages.get': {
    input: async (driver) => ({ ...(await ofAccount(driver)), id: 'message-1', email: 'ada@x.example' }),
    mayRefuse: ['not-found', 'connection-refused'],
  },
  'messages.nearest': { input: async (driver) => ({ ...(await ofAccount(driver)), word: 'invoces', field: null }) },
  'messages.refresh': { input: async (driver) => ({ ...(await ofAccount(driver)), row: 1 }), mayRefuse: ['not-found'] },
  'messages.copy': {
    input: async (driver) => ({
      ...(await aScope(driver)),
      ranges: [{ first: 0, last: 3, firstRow: null, lastRow: null }],
    }),
  },
  'statistics.archive': {
    input: async (driver) => ({
      ...(await aScope(driver)),
      groups: ['from', 'key', 'tag', 'domain'],
      metaKey: 'order',
      limit: 20,
    }),
  },
  ...comparisonExamples(ofAccount),
  'statistics.service': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      part: 'domains',
      from: '2026-11-01',
      to: '2026-11-20',
      zone: 'Europe/Paris',
      froms: [],
      apiKeys: [],
      tags: ['invoice'],
      refresh: false,
    }),
    mayRefuse: ['connection-refused'],
  },
  'statistics.keyNames': { input: async (driver) => ({ ...(await ofAccount(driver)), keys: ['a-key-id'] }) },
  'statistics.details': { input: aScope },
  ...reportExamples,
  ...exportExamples(ofAccount),
  ...domainExamples,
  'recipients.find': {
    input: async (driver) => ({ ...(await ofAccount(driver)), text: 'jane exam', limit: 8, asker: 'a' }),
  },
  'recipients.get': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      email: 'jane@example.org',
      zone: 'UTC',
      offset: 0,
      limit: 5,
    }),
  },
  'recipients.askService': {
    input: async (driver) => ({ ...(await ofAccount(driver)), email: 'jane@example.org' }),
    mayRefuse: ['connection-refused'],
  },
  'recipients.erase': { input: async (driver) => ({ ...(await ofOwnAccount(driver)), email: 'jane@example.org' }) },
  'archive.info': { input: ofAccount },
  'archive.backUp': { input: ofOwnAccount },
  'archive.check': { input: ofOwnAccount },
  'archive.rebuild': { input: ofOwnAccount },
  'live.search': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      from: 1_700_000_000,
      to: 1_700_086_399,
      froms: [],
      apiKeys: [],
      tags: ['order'],
      page: 1,
      pageSize: 10,
    }),
    mayRefuse: ['connection-refused'],
  },
  'live.detail': {
    input: async (driver) => ({ ...(await ofAccount(driver)), messageId: 'm-1' }),
    mayRefuse: ['connection-refused'],
  },
  'outcomes.list': { input: nothing },
  'outcomes.check': { input: () => ({ id: 'no-such-outcome' }), mayRefuse: ['not-found'] },
  'outcomes.dismiss': { input: () => ({ id: 'no-such-outcome' }), mayRefuse: ['not-found'] },
  'outcomes.stop': { input: () => ({ id: 'no-such-outcome' }) },
  ...importExamples(ofAccount),
  ...draftExamples,
  ...snippetExamples,
}
