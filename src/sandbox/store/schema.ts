import { counterNames } from './counting/counters.ts'
import type { Tables } from './database/database.ts'

const counterColumns = counterNames.map((name) => `${name} INTEGER NOT NULL`).join(', ')

/**
 * Each row of `webhook_plans` is a call that has not succeeded yet. If a webhook has several calls for one message,
 * only the first has a `due`, and the others wait for it.
 */
const addedInVersion4 = `
  CREATE TABLE ips (id TEXT PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE webhook_plans (n INTEGER PRIMARY KEY, webhook TEXT NOT NULL, message INTEGER NOT NULL, due INTEGER,
    tries INTEGER NOT NULL, event TEXT NOT NULL, date INTEGER NOT NULL, agent INTEGER, ip TEXT, url TEXT, reason TEXT);
  CREATE INDEX webhook_plans_message ON webhook_plans (webhook, message, n);
  CREATE INDEX webhook_plans_due ON webhook_plans (webhook, due, n) WHERE due IS NOT NULL;
  CREATE INDEX webhook_calls_made ON webhook_calls (webhook, n);
`

/**
 * A row of `replies` without a `due` is a finished reply. `at` is the originally planned time, which retries do not
 * change. `absences` contains the last out-of-office reply from each recipient to each sender.
 */
const addedForReplies = `
  CREATE TABLE replies (n INTEGER PRIMARY KEY, message INTEGER NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
    at INTEGER NOT NULL, due INTEGER, tries INTEGER NOT NULL, step TEXT NOT NULL, diagnostic TEXT, sender TEXT,
    recipient TEXT, subject TEXT, sent INTEGER, reason TEXT);
  CREATE INDEX replies_due ON replies (due, tries, at, n) WHERE due IS NOT NULL;
  CREATE TABLE absences (sender TEXT, recipient TEXT, date INTEGER NOT NULL,
    PRIMARY KEY (sender, recipient)) WITHOUT ROWID;
`

/** The SQL that upgrades each version to the next. */
const upgrades: ReadonlyMap<number, string> = new Map([
  [3, addedInVersion4],
  [4, addedForReplies],
])

/**
 * `messages.id` is the second in which the message was created times 2^20, plus a counter. Ids are therefore ordered by
 * time, a period is a range of ids, and dates need no index. A stream is a combination of sender, API key and tags, by
 * which statistics can be filtered. In the rollups, stream 0 is the sum of all streams and serves queries without a
 * filter. Rollups by month keep a query over a year to a few thousand rows.
 */
const schema = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE marks (account TEXT, file_type TEXT, change INTEGER NOT NULL,
    PRIMARY KEY (account, file_type)) WITHOUT ROWID;
  CREATE TABLE api_keys (id TEXT PRIMARY KEY, secret TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
  CREATE TABLE domains (sending TEXT PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE templates (id TEXT PRIMARY KEY, name TEXT NOT NULL, body TEXT NOT NULL);
  CREATE INDEX templates_name ON templates (name);
  CREATE TABLE users (id TEXT PRIMARY KEY, body TEXT NOT NULL);

  CREATE TABLE blacklists (type INTEGER, email TEXT, list TEXT, date INTEGER NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (type, email, list)) WITHOUT ROWID;
  CREATE INDEX blacklists_date ON blacklists (type, date);

  CREATE TABLE blobs (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, content BLOB NOT NULL);
  CREATE TABLE streams (id INTEGER PRIMARY KEY, sender TEXT NOT NULL, api_key TEXT NOT NULL, tags TEXT NOT NULL,
    json_key TEXT NOT NULL, json_from TEXT NOT NULL, json_tags TEXT NOT NULL,
    csv_key TEXT NOT NULL, csv_from TEXT NOT NULL, csv_tags TEXT NOT NULL,
    UNIQUE (sender, api_key, tags));
  CREATE TABLE recipient_domains (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE platforms (id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, UNIQUE (name, type));
  CREATE TABLE locations (id INTEGER PRIMARY KEY, country TEXT NOT NULL, city TEXT NOT NULL,
    latitude REAL NOT NULL, longitude REAL NOT NULL, UNIQUE (country, city, latitude, longitude));
  CREATE TABLE agents (id INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE, platform INTEGER NOT NULL,
    location INTEGER NOT NULL);

  CREATE TABLE sends (id INTEGER PRIMARY KEY, created INTEGER NOT NULL, stream INTEGER NOT NULL, list TEXT,
    content INTEGER NOT NULL);
  CREATE TABLE messages (id INTEGER PRIMARY KEY, code TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,
    change INTEGER NOT NULL, stream INTEGER NOT NULL, domain INTEGER NOT NULL, send INTEGER NOT NULL,
    size INTEGER NOT NULL, state INTEGER NOT NULL, open INTEGER NOT NULL, click INTEGER NOT NULL,
    flags INTEGER NOT NULL, special INTEGER NOT NULL, email TEXT NOT NULL, subject TEXT NOT NULL, reason TEXT);
  CREATE INDEX messages_stream ON messages (stream);
  CREATE TABLE payloads (id INTEGER PRIMARY KEY, name TEXT, meta TEXT, vals TEXT);
  CREATE TABLE events (message INTEGER, n INTEGER, type INTEGER NOT NULL, first INTEGER NOT NULL,
    date INTEGER NOT NULL, agent INTEGER, ip TEXT, url TEXT, reason TEXT, PRIMARY KEY (message, n)) WITHOUT ROWID;
  CREATE TABLE plans (due INTEGER, n INTEGER, message INTEGER NOT NULL, type INTEGER NOT NULL, agent INTEGER, ip TEXT,
    url TEXT, reason TEXT, PRIMARY KEY (due, n)) WITHOUT ROWID;

  CREATE TABLE recipients (email TEXT PRIMARY KEY, ${counterColumns}) WITHOUT ROWID;
  CREATE TABLE day_streams (stream INTEGER, day INTEGER, ${counterColumns},
    PRIMARY KEY (stream, day)) WITHOUT ROWID;
  ${['day', 'month']
    .map(
      (span) => `
  CREATE TABLE ${span}_domains (stream INTEGER, ${span} INTEGER, domain INTEGER, ${counterColumns},
    PRIMARY KEY (stream, ${span}, domain)) WITHOUT ROWID;
  CREATE TABLE ${span}_platforms (stream INTEGER, ${span} INTEGER, platform INTEGER, open INTEGER NOT NULL,
    PRIMARY KEY (stream, ${span}, platform)) WITHOUT ROWID;
  CREATE TABLE ${span}_locations (stream INTEGER, ${span} INTEGER, location INTEGER, open INTEGER NOT NULL,
    click INTEGER NOT NULL, opener INTEGER NOT NULL, clicker INTEGER NOT NULL,
    PRIMARY KEY (stream, ${span}, location)) WITHOUT ROWID;`,
    )
    .join('')}

  CREATE TABLE webhooks (id TEXT PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE webhook_calls (n INTEGER PRIMARY KEY, webhook TEXT NOT NULL, event_date INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE INDEX webhook_calls_order ON webhook_calls (webhook, event_date, n);
  ${addedInVersion4}
  ${addedForReplies}
`

export const tables: Tables = { schema, upgrades }
