// Made by `npm run generate -- rows` from the SQL beside it. Do not edit.
import type {
  LedgerAct,
  LedgerActor,
  RecoveryProof,
  SignInMethod,
} from '@gatehouse/contract/activity'
import type { IpBanScope } from '@gatehouse/contract/calls/row'
import type { SurveyAnswers } from '@gatehouse/contract/survey'
import type { Generated } from 'kysely'
import type {
  ApprovalState,
  Asker,
  EmailVerification,
  EmailRuleKind,
  EventData,
  EventType,
  FirstApprover,
  Json,
  MailingState,
  MailLinkKind,
  MailRank,
  MailState,
  RecoveryState,
  RewindState,
  RunState,
  SafetyAct,
  SafetyLinkKind,
  WrittenOnce,
} from './values.ts'

/**
 * The tables. Every key begins with the deployment, so that no query crosses two deployments and a
 * deployment can move to its own database. Secrets are stored as hashes.
 */
export interface Tables {
  access_key_batches: {
    deployment: string
    id: Generated<number>
    label: string
    count: number
    made_by: string
    made_at: Date
    expires_at: Date | null
    revoked_at: Date | null
  }
  access_keys: {
    deployment: string
    value_hash: Buffer
    created_at: Date
    used_at: Date | null
    used_by: number | null
    batch_id: number | null
    expires_at: Date | null
  }
  access_tokens: {
    deployment: string
    value_hash: Buffer
    session_id: number
    expires_at: Date
    player_id: number
  }
  account_events: {
    deployment: string
    id: string
    player_id: number
    type: EventType
    data: Json<EventData>
    recipients: string[]
    at: Date
    subjects: Json<Readonly<Record<string, string>>>
  }
  account_ledger: {
    deployment: string
    player_id: number
    id: Generated<number>
    at: Date
    act: LedgerAct
    actor: LedgerActor
    family: string | null
    browser: string
    ip: string | null
    user_agent: string | null
    shown: WrittenOnce<Readonly<Record<string, unknown>>>
    before_sealed: string | null
  }
  act_runs: {
    deployment: string
    id: string
    act: string
    task_sealed: string | null
    node: string
    holder: string
    state: RunState
    noted: Generated<number>
    message: Generated<string>
    began_at: Date
    beat_at: Date
    ended_at: Date | null
  }
  approvals: {
    deployment: string
    id: string
    act: string
    subject: string
    order_sealed: string | null
    why: string
    asked_by: Buffer
    asker: WrittenOnce<Asker>
    asked_at: Date
    expires_at: Date
    state: Generated<ApprovalState>
    first_key: Buffer | null
    first_by: Json<FirstApprover> | null
    decided_by: string | null
    decided_why: string | null
    decided_at: Date | null
    decided_key: Buffer | null
  }
  attempts: {
    deployment: string
    kind: string
    subject_hash: Buffer
    count: number
    resets_at: Date
  }
  audit_heads: { deployment: string; seq: number; chain: Buffer }
  audit_log: {
    id: Generated<number>
    at: Date
    who: string
    why: string
    command: string
    deployment: string
    subject: string
    details: WrittenOnce<Record<string, unknown>>
    via: Generated<'command line' | 'console' | 'api' | 'system'>
    staff_key: Buffer | null
    approved_by: string | null
    alone: Generated<boolean>
    session_id: number | null
    seq: Generated<number>
    chain: Generated<Buffer>
  }
  authenticator_apps: {
    deployment: string
    player_id: number
    id: Generated<number>
    secret_sealed: string
    last_step: number | null
    name: string
    session_family: string
    created_at: Date
    confirmed_at: Date | null
    last_used_at: Date | null
    removed_at: Date | null
  }
  authorization_flows: {
    deployment: string
    state_hash: Buffer
    provider: string
    purpose: 'link' | 'login' | 'register'
    player_id: number | null
    session_family: string | null
    browser_hash: Buffer | null
    client_id: string
    callback_path: string
    redirect_url: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  badges: { deployment: string; player_id: number; badge: string; at: Date }
  blocks: { deployment: string; player_id: number; blocked_id: number; created_at: Date }
  built_files: { deployment: string; page: string; name: string; body: Buffer; seen_at: Date }
  captcha_passes: {
    deployment: string
    token_hash: Buffer
    action: string | null
    success: boolean
    is_valid: boolean
    address: string
    verified_at: Date
    used_at: Date | null
  }
  client_consents: {
    deployment: string
    player_id: number
    client_id: string
    scopes: string[]
    given_at: Date
  }
  client_sessions: {
    deployment: string
    sid: string
    client_id: string
    session_family: string
    player_id: number
    signed_in_at: Date
    ended_at: Date | null
    subject: string | null
  }
  clients: {
    deployment: string
    client_id: string
    revision: string
    data: Json<object>
    sealed: string
    secret_until: Date | null
    webhook_secret_until: Date | null
    created_at: Date
  }
  connections: {
    deployment: string
    player_id: number
    canonical_name: string
    account_id: string
    account_name: string
    avatar: string
    last_check: Date
    linked_at: Date
    gone_at: Date | null
    signs_in: Generated<boolean>
  }
  consents: {
    deployment: string
    id: Generated<number>
    player_id: number
    subject: string
    accepted: boolean
    text_version: string
    ip: string
    at: Date
    shown_by: string | null
  }
  cookie_choices: {
    deployment: string
    player_id: number
    cookie_id: number
    is_accepted: boolean
    updated_at: Date
  }
  cookies: {
    deployment: string
    id: number
    name: string
    description: string
    is_active: boolean
    is_optional: boolean
  }
  deletion_types: {
    deployment: string
    id: number
    description: string
    is_other: boolean
    position: number
  }
  deletions: {
    deployment: string
    id: Generated<number>
    deletion_type_id: number | null
    reason: string | null
    at: Date
  }
  device_codes: { deployment: string; code_hash: Buffer; device_sealed: string; expires_at: Date }
  downloads: {
    deployment: Generated<string>
    ticket_hash: Buffer
    staff_key: Buffer
    name: string
    content_sealed: string
    expires_at: Date
    about: string | null
  }
  drafts: {
    deployment: string
    id: number
    revision: number
    overlay: Json<Readonly<Record<string, unknown>>>
    changed_by: string
    changed_at: Date
    staged_on: string | null
  }
  email_changes: {
    deployment: string
    id: Generated<number>
    player_id: number
    old_email: string
    old_email_key: string
    new_email: string
    new_email_key: string
    confirm_hash: Buffer
    undo_hash: Buffer
    asked_at: Date
    confirm_until: Date
    undo_until: Date
    confirmed_at: Date | null
    voided_at: Date | null
    undone_at: Date | null
    old_email_verified_by: EmailVerification | null
  }
  email_rules: { deployment: string; domain: string; kind: EmailRuleKind }
  erasure_records: {
    deployment: string
    seq: Generated<number>
    at: Date
    player_id: number
    registered_at: Date
    what: string
    consent_id: number | null
  }
  former_addresses: {
    deployment: string
    player_id: number
    id: Generated<number>
    email: string
    email_key: string
    since: Date
    until: Date
    withdrawn_at: Date | null
  }
  incidents: {
    deployment: string
    code_hash: Buffer
    player_id: number | null
    sealed: string
    made_at: Date
    expires_at: Date
  }
  ip_bans: {
    deployment: string
    id: Generated<number>
    network: string
    scope: IpBanScope
    until: Date | null
  }
  link_moves: {
    deployment: string
    player_id: number
    id: Generated<number>
    to_player_id: number
    canonical_name: string
    account_id: string
    asked_at: Date
    due_at: Date
    until: Date
    moved_at: Date | null
    ended_at: Date | null
  }
  mail_links: {
    deployment: string
    token_hash: Buffer
    kind: MailLinkKind
    player_id: number
    email: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
    superseded_at: Date | null
    browser_hash: Buffer | null
  }
  mailings: {
    deployment: string
    id: Generated<number>
    revision: number
    list_id: number
    subject: string
    body: string
    state: MailingState
    starts_at: Date | null
    total: number
    posted: number
    last_player_id: number
    made_by: string
    started_by: string | null
    changed_at: Date
  }
  mails: {
    deployment: string
    player_id: number
    id: string
    rank: MailRank
    kind: string | null
    mailing: number | null
    to_mark: string
    state: 'waiting' | 'given up' | 'sent'
    tries: Generated<number>
    answers: Generated<number>
    due_at: Date
    claimed_by: string | null
    claimed_until: Date | null
    error: string | null
    sealed: string
    created_at: Date
  }
  mails_posted: {
    deployment: string
    player_id: number
    id: string
    kind: string
    state: MailState
    tries: Generated<number>
    code: number | null
    posted_at: Date
    changed_at: Date
  }
  newsletter_lists: {
    deployment: string
    id: number
    name: string
    description: Generated<string>
    is_own: boolean
    is_active: boolean
  }
  newsletter_opt_ins: {
    deployment: string
    player_id: number
    list_id: number
    is_opt_in: boolean
    updated_at: Date
  }
  node_samples: {
    deployment: string
    node: string
    grain: number
    slot: number
    at: Date
    taken: Json<object>
    software: string
  }
  oidc_artifacts: {
    deployment: string
    model: string
    id_hash: Buffer
    payload: Json<object>
    grant_id: string | null
    session_family: string | null
    player_id: number | null
    consumed_at: Date | null
    expires_at: Date
  }
  outbox: {
    deployment: string
    player_id: number
    id: string
    queue: string
    job: WrittenOnce<object>
    due_at: Date
    created_at: Date
  }
  pairwise_subjects: { deployment: string; sector: string; player_id: number; subject: string }
  partner_login_codes: {
    deployment: string
    code_hash: Buffer
    player_id: number
    client_id: string
    browser_hash: Buffer
    expires_at: Date
    used_at: Date | null
  }
  partner_players: {
    deployment: string
    partner: string
    subject: string
    player_id: number
    linked_at: Date
  }
  passkey_users: { deployment: string; player_id: number; user_handle: Buffer }
  passkeys: {
    deployment: string
    player_id: number
    id: Generated<number>
    rp_id: string
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: string[]
    aaguid: string
    is_backup_eligible: boolean
    is_backed_up: boolean
    name: string
    created_at: Date
    last_used_at: Date | null
    removed_at: Date | null
  }
  players: {
    deployment: string
    id: Generated<number>
    username: string
    username_key: string | null
    email: string
    email_key: string | null
    password_hash: string | null
    firstname: string | null
    lastname: string | null
    date_of_birth: string | null
    avatar_url: Generated<string>
    titles: Generated<string>
    auth_type: Generated<1 | 2>
    auth_partner: string | null
    steam_check: Generated<boolean>
    cookie_popup_seen: Generated<boolean>
    referrer_id: number | null
    register_ip: string | null
    created_at: Date
    confirmed_at: Date | null
    banned_at: Date | null
    deleted_at: Date | null
    password_set_at: Date | null
    trust_reset_at: Date | null
    mail_refused_at: Date | null
    registered_with: Buffer | null
    avatar_source: Generated<string>
    banned_until: Date | null
    ban_reason: string | null
    email_verified_by: EmailVerification | null
    language: string | null
    factors: Generated<number>
    frozen_at: Date | null
    security_changed_at: Date | null
    profile_changed_at: Date | null
    leak_checked_at: Date | null
    leak_found_at: Date | null
    held_until: Date | null
    frozen_by: string | null
    deletion_due_at: Date | null
    deletion_type_id: number | null
    deletion_reason: string | null
  }
  recovery_cases: {
    deployment: string
    player_id: number
    id: Generated<number>
    email_key: string
    proofs: Generated<RecoveryProof[]>
    state: RecoveryState
    opened_at: Date
    waits_since: Date | null
    due_at: Date | null
    next_at: Date | null
    ended_at: Date | null
  }
  recovery_code_sets: {
    deployment: string
    player_id: number
    id: Generated<number>
    salt: Buffer
    made_at: Date
    voided_at: Date | null
  }
  recovery_codes: {
    deployment: string
    player_id: number
    set_id: number
    code_hash: Buffer
    used_at: Date | null
  }
  refused_log_ins: {
    deployment: string
    player_id: number
    reason: string
    since: Date
    id: Generated<number>
    at: Date
    browser: string
    ip: string
  }
  registration_tickets: {
    deployment: string
    token_hash: Buffer
    purpose: 'registration' | 'validation'
    partner: string
    browser_hash: Buffer
    sealed: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  repeated_orders: {
    deployment: Generated<string>
    staff_key: Buffer
    key_hash: Buffer
    order_hash: Buffer
    answer_sealed: string | null
    at: Date
    about: string | null
  }
  retired_keys: { deployment: string; kid: string; public_key: Json<object>; retired_at: Date }
  rewinds: {
    deployment: string
    player_id: number
    id: Generated<number>
    email_key: string
    from_entry: number
    state: RewindState
    froze: boolean
    asked_at: Date
    due_at: Date
    ended_at: Date | null
    factor_since: Date | null
  }
  safety_links: {
    deployment: string
    player_id: number
    token_hash: Buffer
    kind: 'freeze' | 'unfreeze'
    email_key: string
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    used_at: Date | null
    superseded_at: Date | null
    purpose: SafetyLinkKind | null
    used_for: SafetyAct | null
  }
  second_steps: {
    deployment: string
    player_id: number
    handle_hash: Buffer
    browser_hash: Buffer | null
    methods: SignInMethod[]
    client_id: string
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  service_tickets: {
    deployment: string
    token_hash: Buffer
    service: string
    browser_hash: Buffer
    sealed: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  sessions: {
    deployment: string
    id: Generated<number>
    family: string
    player_id: number
    client_id: string
    session_id_hash: Buffer
    refresh_hash: Buffer
    access_token_count: Generated<number>
    access_token_expires_at: Date
    created_at: Date
    seen_at: Date
    expires_at: Date
    authenticated_at: Date
    refreshed_at: Date | null
    revoked_at: Date | null
    ip: string
    user_agent: string
    partner: string | null
    methods: Generated<SignInMethod[]>
    second_at: Date | null
    browser_hash: Buffer | null
    enrolment_code_at: Date | null
    enrolment_code_tries: Generated<number>
  }
  signing_keys: {
    deployment: string
    kid: string
    sealed: string
    created_at: Date
    signs_from: Date
    alg: Generated<string>
  }
  solved_challenges: { deployment: string; signature_hash: Buffer; solved_at: Date }
  staff_sessions: {
    deployment: Generated<string>
    id: Generated<number>
    secret_hash: Buffer
    iss: string
    sub: string
    sid: string | null
    name: string
    email: string | null
    groups: string[]
    ip: string
    user_agent: string
    created_at: Date
    seen_at: Date
    proven_at: Date
    ends_at: Date
    ended_at: Date | null
  }
  steam_nonces: { deployment: string; nonce_hash: Buffer; expires_at: Date }
  stopped_webhooks: { deployment: string; client_id: string; at: Date }
  surveys: {
    deployment: string
    player_id: number
    answers: Json<SurveyAnswers>
    steam_id: string
    sent_at: Date
    updated_at: Date
  }
  trusted_browsers: {
    deployment: string
    player_id: number
    id: Generated<number>
    token_hash: Buffer
    browser: string
    ip: string
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
    browser_hash: Buffer | null
  }
  unique_values: {
    deployment: string
    kind: string
    value: string
    player_id: number
    until: Date | null
    created_at: Date
  }
  used_challenges: { deployment: string; challenge_hash: Buffer; used_at: Date }
  version_heads: { deployment: string; last_draft: number }
  versions: {
    deployment: string
    id: number
    overlay: Json<Readonly<Record<string, unknown>>>
    restores: number | null
    made_by: string
    why: string
    made_at: Date
  }
}
