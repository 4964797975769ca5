/** Whether a command line is that of a PgBouncer that can keep prepared statements. */
export function keepsStatements(command: readonly [string, ...string[]]): boolean

/** A PgBouncer of 1.21 or newer: its command line, or the sentence why there is none. */
export function newPgbouncer():
  | { readonly command: readonly [string, ...string[]]; readonly reason?: undefined }
  | { readonly command?: undefined; readonly reason: string }
