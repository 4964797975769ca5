import { statements } from '../statements.ts'

const shown = ['username', 'email', 'email_proof', 'avatar_url', 'titles', 'language']

/** When something that clients read of a player last changed; a trigger knows every way there. */
export const profileChanges = statements(
  `alter table players add column profile_changed_at timestamptz`,
  `create function keep_profile_change() returns trigger language plpgsql as $$
    begin
      new.profile_changed_at := now();
      return new;
    end
  $$`,
  `create trigger keep_profile_change before update of ${shown.join(', ')} on players for each row
    when ((${shown.map((name) => `old.${name}`).join(', ')})
      is distinct from (${shown.map((name) => `new.${name}`).join(', ')}))
    execute function keep_profile_change()`,
)
