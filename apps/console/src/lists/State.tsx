interface Props {
  readonly of: string
  /** `good` and `failed` have a colour, and some states of players and requests. */
  readonly kind?: string | undefined
}

/** A state in its own words, and in a colour where it is good or bad. */
export function State({ of, kind }: Props) {
  return (
    <span className="state" data-state={kind}>
      {of}
    </span>
  )
}
