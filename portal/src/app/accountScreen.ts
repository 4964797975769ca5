// The screen that most visits of players begin with, and what is around it. The build sends the table
// of screens and that of layouts here for them: a phone gets one file in place of two.
export { Information } from '../screens/account/information/Information.tsx'
export { AccountLayout } from './layouts/AccountLayout.tsx'
