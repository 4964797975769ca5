/** The token overrides of each studio, by the folder's name. The platform's own are in the base. */
const sheets = import.meta.glob<string>('./*/theme.css', { query: '?url', import: 'default' })

/**
 * Loads the theme whose folder is named like the environment, in lower case, and waits for it: its
 * colours must not arrive after the page. An environment without a folder has the platform's theme,
 * and so has one whose theme cannot be loaded.
 */
export async function applyTheme(environment: string): Promise<void> {
  const address = await sheets[`./${environment.trim().toLowerCase()}/theme.css`]?.()
  if (address === undefined) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    document.head.append(link)
  })
}
