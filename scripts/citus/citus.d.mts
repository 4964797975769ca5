/** A PostgreSQL of the cluster. */
export interface CitusNode {
  readonly url: string
  readonly socketUrl: string
  readonly folder: string
  readonly crash: () => void
  readonly begin: () => void
}

export interface Cluster {
  readonly coordinator: CitusNode
  readonly workers: readonly CitusNode[]
  readonly end: () => Promise<void>
}

export function startCitus(
  options?: Readonly<Record<string, string | number>>,
): Promise<Cluster | null>
