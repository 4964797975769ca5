/**
 * Names the account of the form's password for password managers. It is out of the player's sight
 * and reach, and not `type=hidden`, which managers pass over.
 */
export function AccountName({ username }: { readonly username: string }) {
  return (
    <input
      type="text"
      className="unseen"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
