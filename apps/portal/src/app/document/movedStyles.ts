/** Values that end no attribute, rule or sheet. */
const attribute = / style="([\w\s:;.,()%#-]*)"/g

/**
 * A rendered screen without the styles that its elements have as attributes, and these as a sheet: the
 * policy of a page lets a sheet in by its hash, and an attribute never.
 */
export function movedStyles(screen: string): { readonly screen: string; readonly sheet: string } {
  const rules: string[] = []
  const moved = screen.replaceAll(attribute, (_, style: string) => {
    const name = `data-style="${rules.length}"`
    rules.push(`[${name}]{${style}}`)
    return ` ${name}`
  })
  return { screen: moved, sheet: rules.join('') }
}
