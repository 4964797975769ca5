/** The sheet and the icon of each studio, by the folder's name. The platform's own are in the base. */
const sheets = import.meta.glob<string>('./*/theme.css', {
  query: '?url',
  import: 'default',
  eager: true,
})
const icons = import.meta.glob<string>('./*/icon.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The folders of the themes, the platform's first. */
export const themeNames = Object.keys(icons)
  .map((file) => file.split('/')[1] ?? '')
  .toSorted((a, b) => Number(b === 'platform') - Number(a === 'platform'))

/**
 * Shows the theme whose folder is named like the environment, in lower case. Nearly always the page
 * came with it; when it was made for another environment, waits for the right one: its colours must
 * not arrive after the page. An environment without a folder has the platform's theme, and so has
 * one whose theme cannot be loaded. The page says by `data-theme` which it is.
 */
export async function applyTheme(environment: string): Promise<void> {
  const placed = [...document.head.querySelectorAll<HTMLElement>('[data-environment]')]
  if (placed.some(({ dataset }) => dataset['environment'] === environment)) return
  const folder = environment.trim().toLowerCase()
  const address = sheets[`./${folder}/theme.css`]
  for (const sheet of placed) sheet.remove()
  document.documentElement.dataset['theme'] = address === undefined ? 'platform' : folder
  showIcon(icons[`./${folder}/icon.svg`] ?? icons['./platform/icon.svg'] ?? '')
  if (address === undefined) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  link.dataset['environment'] = environment
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    document.head.append(link)
  })
}

function showIcon(address: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', address)
}
