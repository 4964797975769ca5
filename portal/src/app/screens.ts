import { confirmEmailRoute } from '../screens/confirm-email/confirmEmailRoute.ts'
import { sendConfirmationRoute } from '../screens/confirm-email/send/sendConfirmationRoute.ts'
import { errorRoutes } from '../screens/errors/errorRoutes.ts'
import { homeRoute } from '../screens/home/homeRoute.ts'
import { informationRoute } from '../screens/account/informationRoute.ts'
import { loginRoute } from '../screens/login/loginRoute.ts'
import { logoutRoute } from '../screens/account/logout/logoutRoute.ts'
import { registerRoute } from '../screens/register/registerRoute.ts'
import { registerConfirmRoute } from '../screens/register/confirm/registerConfirmRoute.ts'
import { registerValidateRoute } from '../screens/register/validate/registerValidateRoute.ts'
import type { ScreenRoute } from './screenRoute.ts'

/** Every screen of the portal. A path of the contract without a screen leads to NotFoundError. */
export const screens: readonly ScreenRoute[] = [
  homeRoute,
  loginRoute,
  registerRoute,
  registerConfirmRoute,
  registerValidateRoute,
  confirmEmailRoute,
  sendConfirmationRoute,
  informationRoute,
  logoutRoute,
  ...errorRoutes,
]
