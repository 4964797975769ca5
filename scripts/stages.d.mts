export interface Stage {
  readonly command: string
  readonly needs?: readonly string[]
  readonly instead?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly skips?: number
  readonly files?: string
}

/** Groups of stages; a stage alone is its group. */
export type Groups = Readonly<Record<string, Stage | Readonly<Record<string, Stage>>>>

export declare const quick: Groups
export declare const daily: Groups
export declare const nightly: Groups
export declare const citus: Groups

export declare function stagesOf(
  groups: Groups,
  group: string,
): readonly (readonly [string, Stage])[]
