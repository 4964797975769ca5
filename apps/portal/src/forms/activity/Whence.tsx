import { Isolated } from '../../ui/Isolated.tsx'

interface Props {
  readonly Place?: string
  readonly Network?: string
  /** It follows what it is of, in a line. */
  readonly isAfter?: boolean
}

/** Where something came from. A server before this one knows neither. */
export function Whence({ Place = '', Network = '', isAfter = false }: Props) {
  return [Place, Network].filter(Boolean).map((part, index) => (
    <span key={part}>
      {(isAfter || index > 0) && ' · '}
      <Isolated dir={part === Network ? 'ltr' : undefined} of={part} />
    </span>
  ))
}
