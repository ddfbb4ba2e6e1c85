import type { Answer } from '../http/answer.ts'
import { Router, type Route } from '../http/router.ts'
import type { Call } from './service.ts'
import { getAccount, getCredits } from './account.ts'
import * as keys from './api-keys.ts'
import * as blacklists from './blacklists.ts'
import { changeConfiguration, getConfiguration } from './configuration.ts'
import * as domains from './domains.ts'
import { exportAll, exportDelta } from './export.ts'
import { getMessage, listMessages } from './messages.ts'
import { sendMessage } from './send.ts'
import * as statistics from './statistics.ts'
import * as ips from './ips.ts'
import * as templates from './templates.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

export type Operation = (call: Call) => Answer | Promise<Answer>

/** Whether the message size limit applies to the operation. */
export function isSend(operation: Operation): boolean {
  return operation === sendMessage
}

/** Sections 4.1 to 4.18 of the service’s documentation, in the same order. */
const documented: readonly Route<Operation>[] = [
  { method: 'POST', path: '/export/:fileType', handler: exportAll },
  { method: 'POST', path: '/export/:fileType/delta', handler: exportDelta },
  { method: 'POST', path: '/messages/send', handler: sendMessage },
  { method: 'POST', path: '/statistics/messages', handler: listMessages },
  { method: 'GET', path: '/statistics/message/:messageId', handler: getMessage },
  { method: 'GET', path: '/statistics/recipient/:recipientEmail', handler: statistics.getRecipient },
  { method: 'POST', path: '/statistics/domains', handler: statistics.getDomainStatistics },
  { method: 'POST', path: '/statistics/tags', handler: statistics.getTagStatistics },
  { method: 'POST', path: '/statistics/activities', handler: statistics.getActivities },
  { method: 'POST', path: '/statistics/bounces', handler: statistics.getBounces },
  { method: 'POST', path: '/statistics/emailplatforms', handler: statistics.getEmailPlatforms },
  { method: 'POST', path: '/statistics/emailplatforms/webmails', handler: statistics.getWebmails },
  { method: 'POST', path: '/statistics/emailplatforms/webmails/total', handler: statistics.getWebmailsTotal },
  { method: 'POST', path: '/statistics/emailplatforms/applications', handler: statistics.getApplications },
  { method: 'POST', path: '/statistics/emailplatforms/applications/total', handler: statistics.getApplicationsTotal },
  { method: 'POST', path: '/statistics/localisations', handler: statistics.getLocalisations },
  { method: 'POST', path: '/settings/apikeys', handler: keys.addApiKey },
  { method: 'GET', path: '/settings/apikeys', handler: keys.listApiKeys },
  { method: 'POST', path: '/settings/domains', handler: domains.putDomain },
  { method: 'PUT', path: '/settings/templates/:id', handler: templates.updateTemplate },
  { method: 'POST', path: '/blacklists/list', handler: blacklists.listBlacklist },
  { method: 'POST', path: '/blacklists/list/:type', handler: blacklists.listBlacklist },
  { method: 'GET', path: '/users/:id', handler: users.getUser },
]

/** Undocumented operations that some accounts offer and real clients use, and the GET form of exports. */
const others: readonly Route<Operation>[] = [
  { method: 'GET', path: '/export/:fileType', handler: exportAll },
  { method: 'GET', path: '/export/:fileType/delta', handler: exportDelta },
  { method: 'POST', path: '/statistics/sends', handler: statistics.getSends },
  { method: 'POST', path: '/statistics/links', handler: statistics.getLinks },
  { method: 'POST', path: '/statistics/platforms', handler: statistics.getDevices },
  { method: 'POST', path: '/statistics/platforms/computers', handler: statistics.getComputers },
  { method: 'POST', path: '/statistics/platforms/computers/total', handler: statistics.getComputersTotal },
  { method: 'POST', path: '/statistics/platforms/mobiles', handler: statistics.getMobiles },
  { method: 'POST', path: '/statistics/platforms/mobiles/total', handler: statistics.getMobilesTotal },
  { method: 'GET', path: '/settings/apikeys/:id', handler: keys.getApiKey },
  { method: 'GET', path: '/settings/apikeys/:id/test', handler: keys.testApiKey },
  { method: 'GET', path: '/settings/apikeys/:id/regenerate', handler: keys.regenerateApiKey },
  { method: 'PUT', path: '/settings/apikeys/:id', handler: keys.changeApiKey },
  { method: 'DELETE', path: '/settings/apikeys/:id', handler: keys.removeApiKey },
  { method: 'GET', path: '/settings/domains', handler: domains.listDomains },
  { method: 'GET', path: '/settings/domains/settings', handler: domains.getDomainSettings },
  { method: 'GET', path: '/settings/domains/:sending', handler: domains.getDomain },
  { method: 'GET', path: '/settings/domains/:sending/test', handler: domains.testDomain },
  { method: 'DELETE', path: '/settings/domains/:sending', handler: domains.removeDomain },
  { method: 'GET', path: '/settings/templates', handler: templates.listTemplates },
  { method: 'GET', path: '/settings/templates/list', handler: templates.listTemplates },
  { method: 'POST', path: '/settings/templates/list', handler: templates.listTemplates },
  { method: 'GET', path: '/settings/templates/:id', handler: templates.getTemplate },
  { method: 'POST', path: '/settings/templates', handler: templates.addTemplate },
  { method: 'DELETE', path: '/settings/templates/:id', handler: templates.removeTemplate },
  { method: 'POST', path: '/settings/templates/:id/test', handler: templates.testTemplate },
  { method: 'GET', path: '/settings/sendingconfiguration', handler: getConfiguration },
  { method: 'POST', path: '/settings/sendingconfiguration', handler: changeConfiguration },
  { method: 'GET', path: '/settings/ips', handler: ips.listIps },
  { method: 'GET', path: '/settings/ips/:id', handler: ips.getIp },
  { method: 'PUT', path: '/settings/ips/:id', handler: ips.changeIp },
  { method: 'DELETE', path: '/settings/ips/:id', handler: ips.removeIp },
  { method: 'GET', path: '/blacklists/:email', handler: blacklists.getBlacklistsOf },
  { method: 'GET', path: '/blacklists/:type/:email', handler: blacklists.getBlacklisted },
  { method: 'DELETE', path: '/blacklists/:type/:email', handler: blacklists.removeBlacklisted },
  { method: 'POST', path: '/blacklists', handler: blacklists.addBlacklisted },
  { method: 'GET', path: '/users', handler: users.listUsers },
  { method: 'PUT', path: '/users/:id', handler: users.changeUser },
  { method: 'GET', path: '/users/:id/reset', handler: users.resetPassword },
  { method: 'GET', path: '/account', handler: getAccount },
  { method: 'GET', path: '/account/credits', handler: getCredits },
  { method: 'GET', path: '/settings/webhooks', handler: webhooks.listWebhooks },
  { method: 'POST', path: '/settings/webhooks', handler: webhooks.addWebhook },
  { method: 'POST', path: '/settings/webhooks/add', handler: webhooks.addWebhook },
  { method: 'GET', path: '/settings/webhooks/:id', handler: webhooks.getWebhook },
  { method: 'PUT', path: '/settings/webhooks/:id', handler: webhooks.changeWebhook },
  { method: 'DELETE', path: '/settings/webhooks/:id', handler: webhooks.removeWebhook },
  { method: 'GET', path: '/settings/webhooks/:id/test', handler: webhooks.testWebhook },
  { method: 'GET', path: '/settings/webhooks/:id/logs', handler: webhooks.listWebhookCalls },
  { method: 'POST', path: '/settings/webhooks/:id/logs', handler: webhooks.listWebhookCalls },
]

export function operationRouter(strict: boolean): Router<Operation> {
  return new Router(strict ? documented : [...documented, ...others])
}
