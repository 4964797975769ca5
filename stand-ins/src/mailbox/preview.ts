export const schemes = ['light', 'dark'] as const
export const sizes = ['phone', 'desktop'] as const

/** How a mail is looked at. */
export interface Preview {
  readonly scheme: (typeof schemes)[number]
  readonly size: (typeof sizes)[number]
}

/** Reads how a mail is to be shown from a query; light and wide unless it says otherwise. */
export function readPreview(query: Readonly<Record<string, unknown>>): Preview {
  return {
    scheme: schemes.find((one) => one === query['scheme']) ?? 'light',
    size: sizes.find((one) => one === query['size']) ?? 'desktop',
  }
}

/**
 * A mail as a program with this scheme shows it, whatever the browser's own is. Its links open in
 * tabs of their own.
 */
export function previewOf(html: string, { scheme }: Preview): string {
  const shown = html.replaceAll(
    /@media\s*\(prefers-color-scheme:\s*(light|dark)\)/g,
    (_, asked: string) => (asked === scheme ? '@media all' : '@media not all'),
  )
  const head = `<base target="_blank"><meta name="referrer" content="no-referrer">`
  return /<head[^>]*>/i.test(shown)
    ? shown.replace(/<head[^>]*>/i, (tag) => `${tag}${head}`)
    : `${head}${shown}`
}
