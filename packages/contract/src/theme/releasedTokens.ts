/*
 * The contract of themes: the tokens that a release has. A deployment's theme that was made for a
 * release changes these, and works with every later one.
 */

/** The tokens of each release, by its version. */
export const releasedTokens: Readonly<Record<string, readonly string[]>> = {
  '1.0.0':
    `--accent --accent-strong --account-grid --along --art --art-area --art-dark --art-light --art-margin --art-margin-block --art-mask --art-place --art-radius --art-ring --art-shape --art-top --art-turn --art-width --avatar-shape --bad --bad-ground --band --bar --bar-rule --body --body-grid --button-radius --button-rise --button-shape --card-radius --card-rule --column-align --column-flourish --column-margin --column-space --consent-inline --consent-order --consent-position --consent-room --display --edge --end --entry --entry-align --entry-gap --entry-grid --entry-radius --entry-rim --entry-rule --entry-space --entry-step --field --field-rim --first-rule --flourish --flourish-rise --frame --good --ground --gutter --head-align --head-edge --head-grid --head-hang --head-height --head-place --head-space --head-text --header-space --heading --heading-case --heading-spacing --label --label-case --label-spacing --letter-width --line --medal --menu --menu-align --menu-entry --menu-flow --menu-gap --menu-margin --menu-place --menu-radius --menu-rim --menu-shadow --menu-shape --menu-space --menu-tab --name --name-case --name-small --name-spacing --note --note-align --note-radius --note-rim --note-shadow --note-shape --note-space --note-turn --on-accent --on-bad --on-bar --on-menu --on-menu-tab --on-tab --panel --panel-beyond --panel-margin --panel-radius --panel-rim --panel-shadow --panel-shape --pass --pass-mask --pass-radius --pass-rim --pass-shadow --pass-shape --pass-space --pass-width --picture --picture-size --picture-turn --plate --player-name --player-size --profile-place --quick --quiet --radius --roll --roll-space --row --row-gap --row-radius --row-rim --row-rule --row-shadow --row-space --row-title --rows --script --second --shadow --sheet --sheet-margin --sheet-rim --sheet-space --sign --space-1 --space-2 --space-3 --space-4 --space-5 --space-6 --space-7 --space-8 --sunken --surface --tab --tab-line --tab-mark --tab-radius --tab-rest --tab-under --text --veil --visitor-grid --who-end --wide`.split(
      /\s+/,
    ),
}

/** Tokens of a release that went away: the token that replaces each, or null where none does. */
// The question about cookies is at the end of every page.
export const retiredTokens: Readonly<Record<string, string | null>> = {
  '--consent-order': null,
}
