import { Isolated } from '../../../ui/Isolated.tsx'

interface Props {
  readonly Place?: string
  readonly Network?: string
}

/** Where something came from, after what it is. A server before this one knows neither. */
export function Whence({ Place = '', Network = '' }: Props) {
  return [Place, Network].filter(Boolean).map((part) => (
    <span key={part}>
      {' · '}
      <Isolated dir={part === Network ? 'ltr' : undefined} of={part} />
    </span>
  ))
}
