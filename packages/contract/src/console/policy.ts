/**
 * The content security policy of the console's pages: no script, style or frame of others but pictures
 * of previews, and no text that becomes markup. Its server sends it, and the browser tests of its pages
 * run under it. `preview` is the origin of previews; null without any.
 */
export function consolePolicyFor(preview: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${preview ?? "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
