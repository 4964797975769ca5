import { pictureScriptFor } from '@gatehouse/contract/console/pictureScript'
import { digestOf } from '../../platform/crypto/digestOf.ts'

/** The page that a frame of pictures begins with, and its policy. `home` is the console's origin. */
export function pictureFrameFor(home: string) {
  const script = pictureScriptFor(home)
  return {
    page: `<!doctype html><meta charset="utf-8"><title>Picture</title><script>${script}</script>`,
    policy: [
      "default-src 'none'",
      `script-src ${digestOf(script)}`,
      "connect-src 'self'",
      "style-src 'unsafe-inline'",
      "img-src 'self' https: data:",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${home}`,
    ].join('; '),
  }
}
