import { statements } from './statements.ts'

/** Protection from robots and attackers: counters, captcha, bans, rules for email domains. */
export const defences = statements(
  `create table attempts (
    deployment text not null,
    kind text not null,
    subject_hash bytea not null,
    count integer not null,
    resets_at timestamptz not null,
    primary key (deployment, kind, subject_hash)
  )`,
  `create index attempts_by_end on attempts (resets_at)`,
  `create table captcha_passes (
    deployment text not null,
    token_hash bytea not null,
    action text,
    success boolean not null,
    is_valid boolean not null,
    address text not null,
    verified_at timestamptz not null,
    used_at timestamptz,
    primary key (deployment, token_hash)
  )`,
  `create table email_rules (
    deployment text not null,
    domain text not null,
    kind text not null
      check (kind in ('invalid', 'unauthorized', 'disposable', 'undeliverable', 'high-risk')),
    primary key (deployment, domain)
  )`,
  `create table ip_bans (
    deployment text not null,
    id bigint generated always as identity,
    network cidr not null,
    scope text not null
      check (scope in ('general', 'login', 'register', 'steam', 'twitch', 'epic-games')),
    until timestamptz,
    primary key (deployment, id)
  )`,
)
