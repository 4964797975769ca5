-- Links of safety mails that stop or reopen something. A server of an earlier version takes them for links that freeze.

alter table safety_links
  add column purpose text,
  add column used_for text;

comment on column safety_links.purpose is
  'What it does, where `kind` has no word for it.';
comment on column safety_links.used_for is
  'What it did. A link that has frozen the account can still restore it.';
