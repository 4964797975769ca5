/* Formats the values of a player. The functions are pure, so pages and mails show the same. */

/** Masks an address: its first character, dots, and the part from one character before the @. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '' : `${email[0]}.....${email.slice(at - 1)}`
}

/** The titles of a player, which semicolons separate: `A;;B;` are `A` and `B`. */
export function titlesOf(titles: string | null): readonly string[] {
  return (titles ?? '')
    .split(';')
    .map((title) => title.trim())
    .filter((title) => title !== '')
}

/** Shows semicolon-separated titles as one line: `A;;B;` is `A B`. */
export function titleNameOf(titles: string | null): string {
  return titlesOf(titles).join(' ')
}

/** The name of a partner in calls: `Creative Assembly` is `creative-assembly`. */
export function partnerSlug(partnerName: string): string {
  return partnerName.trim().toLowerCase().replaceAll(/\s+/g, '-')
}
