interface Props {
  readonly of: string
  readonly kind?: 'good' | 'failed' | undefined
}

/** A state in its own words, and in a colour where it is good or bad. */
export function State({ of, kind }: Props) {
  return (
    <span className="state" data-state={kind}>
      {of}
    </span>
  )
}
