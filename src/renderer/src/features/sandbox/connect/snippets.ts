import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'

/** Returns a snippet for tests that advances the clock instead of waiting. */
export function clockSnippet({ adminUrl, adminToken }: { adminUrl: string; adminToken: string }): string {
  return `curl ${adminUrl}/clock \\
  -H 'Content-Type: application/json' \\
  -H 'x-sandbox-token: ${adminToken}' \\
  -d '{"advance":"hour"}'`
}

/** The calls of the control interface, with example bodies. */
export const controlCalls = [
  { call: 'POST /clock {"advance":"day"}', does: 'or {"running":false} to stop it' },
  { call: 'PUT /faults [{"kind":"status","path":"/messages/send","status":503}]', does: '[] turns all faults off' },
  { call: 'POST /reset {"scenario":"empty"}', does: 'or demo, million: replaces all data and clears the faults' },
  { call: 'GET /outbox, /outbox/ID, /outbox/ID/source', does: 'every message as it was sent' },
  { call: 'GET /requests', does: 'the latest calls; DELETE clears them' },
  { call: 'GET /keys, PUT /keys/ID {"enabled":false}', does: 'to test a rejected key' },
  { call: 'GET /state', does: 'scenario, number of messages and clock' },
] as const

type Place = ServiceNames & { readonly url: string; readonly user: string; readonly key: string }
export type SendSnippet = { readonly language: 'curl' | 'Node' | 'PHP' | 'Python'; readonly code: string }

const message = {
  to: [{ address: 'ada@shop.example', personalName: 'Ada' }],
  msg: {
    from: { address: 'hello@shop.example' },
    subject: 'Hello from the sandbox',
    text: 'It works.',
    html: '<p>It works.</p>',
  },
}

/**
 * Returns a send in each language, ready to paste, which is the fastest way to see a program connect to the sandbox.
 */
export function sendSnippets({ url, user, key, headerNames, prefix }: Place): SendSnippet[] {
  const options = { [`${prefix}TAGS`]: ['welcome'] }
  const body = JSON.stringify({ ...message, headers: options }, null, 2)
  const indented = (spaces: number) => body.replaceAll('\n', `\n${' '.repeat(spaces)}`)
  return [
    {
      language: 'curl',
      code: `curl ${url}/messages/send \\
  -H 'Content-Type: application/json' \\
  -H '${headerNames.user}: ${user}' \\
  -H '${headerNames.key}: ${key}' \\
  -d '${body}'`,
    },
    {
      language: 'Node',
      code: `const reply = await fetch('${url}/messages/send', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    '${headerNames.user}': '${user}',
    '${headerNames.key}': '${key}',
  },
  body: JSON.stringify(${indented(2)}),
})
console.log(reply.status, await reply.json())`,
    },
    {
      language: 'PHP',
      code: `<?php
$message = <<<'JSON'
${body}
JSON;
$call = curl_init('${url}/messages/send');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_POSTFIELDS => $message,
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/json',
        '${headerNames.user}: ${user}',
        '${headerNames.key}: ${key}',
    ],
]);
echo curl_exec($call);`,
    },
    {
      language: 'Python',
      code: `import json, urllib.request

message = ${body}
request = urllib.request.Request(
    "${url}/messages/send",
    data=json.dumps(message).encode(),
    headers={
        "Content-Type": "application/json",
        "${headerNames.user}": "${user}",
        "${headerNames.key}": "${key}",
    },
)
print(urllib.request.urlopen(request).read().decode())`,
    },
  ]
}
