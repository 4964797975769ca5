import { useWholeQuery } from '../../router/router.ts'
import { usePortal } from '../../context/portal.ts'
import { useActOnce } from '../../ui/useActOnce.ts'
import { Progress } from '../../ui/feedback/Progress.tsx'

/** A site that wants to know its visitor: the account API says where the browser goes with it. */
export function OAuth() {
  const { session, leave, fail } = usePortal()
  const query = useWholeQuery()

  async function authorize() {
    const { RedirectUri } = await session.api('authorize', { query })
    await leave(RedirectUri)
  }

  useActOnce(JSON.stringify(query), () => {
    void authorize().catch((error: unknown) => fail(error, { replace: true }))
  })
  return <Progress />
}
