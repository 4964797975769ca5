-- The choices, answers and rewards of players.

create table consents (
  deployment text not null,
  id bigint generated always as identity,
  player_id bigint not null,
  subject text not null,
  accepted boolean not null,
  text_version text not null,
  ip text not null,
  at timestamptz not null,
  shown_by text,
  primary key (deployment, player_id, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table consents is
  'What a player agreed to or declined, and when. The newest entry of a subject counts.';
comment on column consents.subject is
  'What was decided: an approval, a cookie, a newsletter list.';
comment on column consents.shown_by is
  'Slug of the partner whose page showed the text; null for ours.';

create index consents_withdrawn on consents (at) where not accepted;

create table cookies (
  deployment text not null,
  id integer not null,
  name text not null,
  description text not null,
  is_active boolean not null,
  is_optional boolean not null,
  primary key (deployment, id)
);

comment on table cookies is
  'A kind of cookies that the deployment asks about.';

create table cookie_choices (
  deployment text not null,
  player_id bigint not null,
  cookie_id integer not null,
  is_accepted boolean not null,
  updated_at timestamptz not null,
  primary key (deployment, player_id, cookie_id),
  foreign key (deployment, cookie_id) references cookies (deployment, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table cookie_choices is
  'What a player decided about a kind of cookies.';

create table newsletter_lists (
  deployment text not null,
  id integer not null,
  name text not null,
  description text not null default '',
  is_own boolean not null,
  is_active boolean not null,
  primary key (deployment, id)
);

comment on table newsletter_lists is
  'A newsletter that players can subscribe to.';
comment on column newsletter_lists.description is
  'The content of its mails, in a sentence for players; empty for none.';
comment on column newsletter_lists.is_own is
  'The platform''s own list, which the box of the register form stands for.';

create table newsletter_opt_ins (
  deployment text not null,
  player_id bigint not null,
  list_id integer not null,
  is_opt_in boolean not null,
  updated_at timestamptz not null,
  primary key (deployment, player_id, list_id),
  foreign key (deployment, list_id) references newsletter_lists (deployment, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table newsletter_opt_ins is
  'Whether a player wants a newsletter.';

create table blocks (
  deployment text not null,
  player_id bigint not null,
  blocked_id bigint not null,
  created_at timestamptz not null,
  primary key (deployment, player_id, blocked_id),
  foreign key (deployment, blocked_id) references players (deployment, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table blocks is
  'A player whom another one has blocked.';

create index blocks_of_blocked on blocks (deployment, blocked_id);

create table surveys (
  deployment text not null,
  player_id bigint not null,
  answers jsonb not null,
  steam_id text not null,
  sent_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (deployment, player_id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table surveys is
  'The answers of a player to the survey.';

create index surveys_by_age on surveys (updated_at);

create table badges (
  deployment text not null,
  player_id bigint not null,
  badge text not null,
  at timestamptz not null,
  primary key (deployment, player_id, badge),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table badges is
  'A badge that a player was given, once.';

create trigger keep_withdrawal after insert on consents
  for each row
  when (not new.accepted)
  execute function keep_withdrawal();
