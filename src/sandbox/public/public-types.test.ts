import { expectTypeOf, test } from 'vitest'
import type { FaultKind, Fault } from '#shared/contract/base/faults.ts'
import type { ReplyRule } from '#shared/contract/base/sandbox/replies.ts'
import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import type { WebhookEvent } from '#shared/contract/base/webhooks/webhook-events.ts'
import type * as Declared from '../../../packages/sandbox/index.d.ts'
import type { ClockState, ClockUnit } from '../base/clock.ts'
import type { SandboxOptions } from '../base/options.ts'
import type { ScenarioName } from '../base/scenario.ts'
import type { Control } from '../control/control.ts'
import type { OutboxEntry, OutboxMessage } from '../control/types.ts'
import type { LoggedRequest } from '../http/request-log.ts'
import type { OutboxPage, WaitFor, WaitOptions } from '../outbox/outbox.ts'
import type { ReplyControls } from '../replies/reply-controls.ts'
import type { ComparedEntry, ComparedMessage, SnapshotComparison } from '../snapshots/compare.ts'
import type { ForkOptions } from '../snapshots/forks.ts'
import type { NamedSnapshot } from '../snapshots/snapshot-folder.ts'
import type { WebhookControls } from '../webhooks/webhook-controls.ts'

type Item<List> = NonNullable<List> extends readonly (infer Entry)[] ? Entry : never
/** Flattens an intersection into a single type, which is how the declaration file is written. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] }

test('the package declares exactly what the sandbox returns and takes', () => {
  expectTypeOf<Declared.ScenarioName>().toEqualTypeOf<ScenarioName>()
  expectTypeOf<Declared.FaultKind>().toEqualTypeOf<FaultKind>()
  expectTypeOf<Readonly<Declared.Fault>>().toEqualTypeOf<Readonly<Flat<Fault>>>()
  expectTypeOf<Declared.ServiceNames>().toEqualTypeOf<ServiceNames>()
  expectTypeOf<Declared.ClockState>().toEqualTypeOf<ClockState>()
  expectTypeOf<Declared.ClockUnit>().toEqualTypeOf<ClockUnit>()
  expectTypeOf<Declared.OutboxEntry>().toEqualTypeOf<Flat<OutboxEntry>>()
  expectTypeOf<Flat<Declared.OutboxMessage>>().toEqualTypeOf<Flat<OutboxMessage>>()
  expectTypeOf<Flat<Declared.OutboxPage>>().toEqualTypeOf<Flat<OutboxPage>>()
  expectTypeOf<Flat<Declared.WaitFor>>().toEqualTypeOf<Flat<WaitFor>>()
  expectTypeOf<Declared.WaitOptions>().toEqualTypeOf<WaitOptions>()
  expectTypeOf<Declared.LoggedRequest>().toEqualTypeOf<LoggedRequest>()
  expectTypeOf<Declared.WebhookEvent>().toEqualTypeOf<WebhookEvent>()
  expectTypeOf<Declared.Webhook>().toEqualTypeOf<Flat<Item<ReturnType<WebhookControls['list']>>>>()
  expectTypeOf<Declared.WebhookCall>().toEqualTypeOf<Flat<Item<ReturnType<WebhookControls['calls']>>>>()
  expectTypeOf<Parameters<Declared.Sandbox['clock']['advance']>>().toEqualTypeOf<Parameters<Control['advance']>>()
  // All other options are for the app and for the sandbox’s own tests.
  type Options = Omit<SandboxOptions, 'keepsChanges' | 'limits' | 'faults'>
  expectTypeOf<Omit<Declared.SandboxOptions, 'faults'>>().toEqualTypeOf<Options>()
  expectTypeOf<Flat<Declared.ForkOptions>>().toEqualTypeOf<Flat<ForkOptions>>()
  expectTypeOf<Declared.Replies>().toEqualTypeOf<ReturnType<ReplyControls['shown']>>()
  expectTypeOf<Declared.ReplyRule>().toEqualTypeOf<ReplyRule>()
  expectTypeOf<Declared.ComparedMessage>().toEqualTypeOf<ComparedMessage>()
  expectTypeOf<Declared.ComparedEntry>().toEqualTypeOf<ComparedEntry>()
  expectTypeOf<keyof Declared.SnapshotComparison>().toEqualTypeOf<keyof SnapshotComparison>()
  expectTypeOf<keyof Declared.NamedSnapshot>().toEqualTypeOf<keyof NamedSnapshot>()
})
