import type { Messages } from '@lingui/core';
/**
 * Invented languages that show what a translation would break, never built for production: `en-XA` is
 * longer and accented, `ar-XB` is that from right to left. What shows without brackets is in no
 * catalogue, and a sentence with more than one pair of them is put together.
 */
export declare const pseudoLocales: {
    readonly 'en-XA': 'ltr';
    readonly 'ar-XB': 'rtl';
};
export type PseudoLocale = keyof typeof pseudoLocales;
/**
 * A text as the pseudo-locales have it: no letter of it is a plain one, and it is about 40 % longer. It
 * goes letter by letter, so that a part of a text is found in the whole.
 */
export declare function pseudo(text: string): string;
/** A compiled catalogue in a pseudo-locale: each message whole in brackets. */
export declare function pseudoCatalogue(messages: Messages): Messages;
