export const schemes = ['light', 'dark'] as const
export const sizes = ['phone', 'desktop'] as const

/** The view of a mail. */
export interface Preview {
  readonly scheme: (typeof schemes)[number]
  readonly size: (typeof sizes)[number]
}

/** Reads the view of a mail from a query; light and wide by default. */
export function readPreview(query: Readonly<Record<string, unknown>>): Preview {
  return {
    scheme: schemes.find((one) => one === query['scheme']) ?? 'light',
    size: sizes.find((one) => one === query['size']) ?? 'desktop',
  }
}

/**
 * A mail as a mail program with this scheme shows it, under any scheme of the browser. Its links
 * open in new tabs.
 */
export function previewOf(
  html: string,
  images: Readonly<Record<string, string>>,
  { scheme }: Preview,
): string {
  const withImages = html.replaceAll(
    /src="cid:([^"]+)"/g,
    (_, id: string) => `src="${images[id] ?? ''}"`,
  )
  const shown = withImages.replaceAll(
    /@media\s*\(prefers-color-scheme:\s*(light|dark)\)/g,
    (_, asked: string) => (asked === scheme ? '@media all' : '@media not all'),
  )
  const head = `<base target="_blank"><meta name="referrer" content="no-referrer">`
  return /<head[^>]*>/i.test(shown)
    ? shown.replace(/<head[^>]*>/i, (tag) => `${tag}${head}`)
    : `${head}${shown}`
}
