/** A player of a portal, as a site names one. */
export interface Someone {
  readonly sub: string
  readonly name: string
}
