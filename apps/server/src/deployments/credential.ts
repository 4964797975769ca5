import * as z from 'zod'

/** A key or a secret of at least so many characters, as headers take it. */
export function credential(least = 1) {
  return z
    .string()
    .min(least)
    .max(2000)
    .refine(
      (text) => /^[\x20-\x7e]*$/.test(text) && text === text.trim(),
      'is not made of visible ASCII characters',
    )
}
