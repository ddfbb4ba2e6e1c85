import { describe, expect, it } from 'vitest'
import { generalReason } from './general-reason.ts'
import { reasonName } from './reason-name.ts'

describe('a reason without what names one message', () => {
  it.each([
    ['550 5.1.1 <jane.doe@example.org>: user unknown', '550 5.1.1 <…>: user unknown'],
    ['550-5.1.1 user unknown', '550 5.1.1 user unknown'],
    ['552 5.2.2 mailbox full (104857600 of 104857600 bytes)', '552 5.2.2 mailbox full (… of … bytes)'],
    ['smtp;550 5.7.1 blocked, see https://help.example.org/?id=a1b2', 'smtp;550 5.7.1 blocked, see …'],
    ['451 4.7.1 greylisted [192.0.2.17] [2001:db8::7], wait 300 s', '451 4.7.1 greylisted […] […], wait … s'],
    ['421 4.3.2 try later, id=9f8e7d6c5b4a-3 - gsmtp', '421 4.3.2 try later, id=… - gsmtp'],
    ['550 5.7.1 refused by rule S3150 at mx17.mail.example.com', '550 5.7.1 refused by rule S3150 at …'],
    ['content filtered: score 8.2', 'content filtered: score …'],
    ['  two\r\n\tlines ', 'two lines'],
    ['', ''],
  ])('%j is %j', (raw, general) => expect(generalReason(raw)).toBe(general))

  it('takes no longer for a hostile text', () => {
    expect(generalReason('=:;'.repeat(100_000)).length).toBeLessThan(1000)
    expect(generalReason('<'.repeat(100_000)).length).toBeLessThan(1000)
  })
})

describe('a reason in plain words', () => {
  it.each([
    ['550 5.1.1 user unknown', 'Mailbox does not exist'],
    ['550 5.1.1 <…>: utilisateur inconnu', 'Mailbox does not exist'],
    ['550 5.1.1 mailbox does not exist', 'Mailbox does not exist'],
    ['550 5.2.1 mailbox disabled', 'Mailbox disabled'],
    ['552 5.2.2 mailbox full', 'Mailbox full'],
    ['452 The mailbox is full.', 'Mailbox full'],
    ['550 5.1.2 no such host here', 'Domain does not exist'],
    ['DNS error: domain not found', 'Domain does not exist'],
    ['554 5.7.1 rejected as spam', 'Blocked as spam'],
    ['550 5.7.1 listed by Spamhaus', 'Sender is on a blocklist'],
    ['550 5.7.26 this mail is unauthenticated', 'Not authenticated (SPF, DKIM, DMARC)'],
    ['450 4.7.1 greylisted, try again later', 'Greylisted: accepted when tried again'],
    ['451 4.7.1 try again later', 'Temporarily refused'],
    ['421 4.7.0 too many connections', 'Too many messages at once'],
    ['421 4.3.2 service not available', 'Server temporarily unavailable'],
    ['554 5.7.1 rejected by the policy of the receiving server', 'Refused by policy'],
    ['554 5.3.0 the message could not be handed over', 'Receiving server error'],
    ['552 5.3.4 message size exceeds the limit', 'Message too large'],
    ['connection timed out', 'Server did not respond'],
    ['content filtered: suspicious link', 'Filtered because of its content'],
    ['blacklisted: bounces', 'On this account’s blacklist'],
    ['Rejected by policy, as the recipient’s test address requests.', 'Refused by policy'],
  ])('%j is %j', (reason, name) => expect(reasonName(reason)).toBe(name))

  it('is left to itself where nothing is known of it', () => {
    expect(reasonName('')).toBe('')
    expect(reasonName('quota-less nonsense')).toBe('')
    expect(reasonName('5.9.9')).toBe('')
  })
})
