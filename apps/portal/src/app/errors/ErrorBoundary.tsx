import { Component, type ComponentType, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  readonly fallback: ComponentType<{ readonly error: unknown }>
  /** A new value tries the broken part once more. */
  readonly cause: unknown
}

interface State {
  readonly cause: unknown
  readonly failure: { readonly error: unknown } | null
}

/** Shows something else in place of parts that broke. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { cause: this.props.cause, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ cause }: Props, state: State): State | null {
    return cause === state.cause ? null : { cause, failure: null }
  }

  override render(): ReactNode {
    const { children, fallback: Fallback } = this.props
    const { failure } = this.state
    return failure === null ? children : <Fallback error={failure.error} />
  }
}
