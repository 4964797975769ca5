import { inputDelay } from '@gatehouse/contract/limits'
import { useEffect, useState } from 'react'

/** The value as it was when nothing had changed for 200 ms. */
export function useDelayed<T>(value: T): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), inputDelay)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
