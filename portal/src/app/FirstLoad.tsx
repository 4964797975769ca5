import { Progress } from '../ui/Progress.tsx'

/** The page before it knows its first screen, and so which frame it has. */
export function FirstLoad() {
  return (
    <main id="content">
      <Progress />
    </main>
  )
}
