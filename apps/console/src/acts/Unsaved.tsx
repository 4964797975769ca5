interface Props {
  readonly of: { readonly isChanged: boolean; readonly undo: () => void }
}

/** Says that a draft has changes that are not saved, with the way back to the saved one. */
export function Unsaved({ of: { isChanged, undo } }: Props) {
  if (!isChanged) return null
  return (
    <p className="quiet">
      Not saved yet{' '}
      <button type="button" className="plain" onClick={undo}>
        Back to what is saved
      </button>
    </p>
  )
}
