/** Every key begins with the deployment. */
export interface OfDeployment {
  deployment: string
}
