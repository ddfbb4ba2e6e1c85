import type { Answer } from '../http/answer.ts'
import { Router, type Route } from '../http/router.ts'
import type { Call } from './service.ts'
import { addApiKey, changeApiKey, getApiKey, listApiKeys, removeApiKey } from './api-keys.ts'
import { addBlacklisted, getBlacklisted, listBlacklist, removeBlacklisted } from './blacklists.ts'
import { getDomain, listDomains, putDomain, testDomain } from './domains.ts'
import { exportAll, exportDelta } from './export.ts'
import { getMessage, listMessages } from './messages.ts'
import { sendMessage } from './send.ts'
import * as statistics from './statistics.ts'
import { addTemplate, getTemplate, listTemplates, removeTemplate, testTemplate, updateTemplate } from './templates.ts'
import {
  addWebhook,
  changeWebhook,
  getWebhook,
  listWebhookCalls,
  listWebhooks,
  removeWebhook,
  testWebhook,
} from './webhooks.ts'
import { getAccount, getUser, listUsers } from './users.ts'

export type Operation = (call: Call) => Answer | Promise<Answer>

/** Whether the message size limit applies to the operation. */
export function isSend(operation: Operation): boolean {
  return operation === sendMessage
}

/** Sections 4.1 to 4.18 of the service’s documentation, in its order. */
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
  { method: 'POST', path: '/settings/apikeys', handler: addApiKey },
  { method: 'GET', path: '/settings/apikeys', handler: listApiKeys },
  { method: 'POST', path: '/settings/domains', handler: putDomain },
  { method: 'PUT', path: '/settings/templates/:id', handler: updateTemplate },
  { method: 'POST', path: '/blacklists/list', handler: listBlacklist },
  { method: 'POST', path: '/blacklists/list/:type', handler: listBlacklist },
  { method: 'GET', path: '/users/:id', handler: getUser },
]

/**
 * Operations that some accounts have and real clients use although the service does not document them, and the GET form of
 * exports.
 */
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
  { method: 'GET', path: '/settings/apikeys/:id', handler: getApiKey },
  { method: 'PUT', path: '/settings/apikeys/:id', handler: changeApiKey },
  { method: 'DELETE', path: '/settings/apikeys/:id', handler: removeApiKey },
  { method: 'GET', path: '/settings/domains', handler: listDomains },
  { method: 'GET', path: '/settings/domains/:sending', handler: getDomain },
  { method: 'GET', path: '/settings/domains/:sending/test', handler: testDomain },
  { method: 'GET', path: '/settings/templates', handler: listTemplates },
  { method: 'GET', path: '/settings/templates/list', handler: listTemplates },
  { method: 'POST', path: '/settings/templates/list', handler: listTemplates },
  { method: 'GET', path: '/settings/templates/:id', handler: getTemplate },
  { method: 'POST', path: '/settings/templates', handler: addTemplate },
  { method: 'DELETE', path: '/settings/templates/:id', handler: removeTemplate },
  { method: 'POST', path: '/settings/templates/:id/test', handler: testTemplate },
  { method: 'GET', path: '/blacklists/:type/:email', handler: getBlacklisted },
  { method: 'DELETE', path: '/blacklists/:type/:email', handler: removeBlacklisted },
  { method: 'POST', path: '/blacklists', handler: addBlacklisted },
  { method: 'GET', path: '/users', handler: listUsers },
  { method: 'GET', path: '/account', handler: getAccount },
  { method: 'GET', path: '/settings/webhooks', handler: listWebhooks },
  { method: 'POST', path: '/settings/webhooks', handler: addWebhook },
  { method: 'POST', path: '/settings/webhooks/add', handler: addWebhook },
  { method: 'GET', path: '/settings/webhooks/:id', handler: getWebhook },
  { method: 'PUT', path: '/settings/webhooks/:id', handler: changeWebhook },
  { method: 'DELETE', path: '/settings/webhooks/:id', handler: removeWebhook },
  { method: 'GET', path: '/settings/webhooks/:id/test', handler: testWebhook },
  { method: 'POST', path: '/settings/webhooks/:id/logs', handler: listWebhookCalls },
]

export function operationRouter(strict: boolean): Router<Operation> {
  return new Router(strict ? documented : [...documented, ...others])
}
