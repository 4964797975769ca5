interface ConsentTool {
  ToggleInfoDisplay?: () => void
}

/** Opens the dialog of the third-party consent tool, which arrives with the tag manager. */
export function openConsentTool(): void {
  const tool = (globalThis as { OneTrust?: ConsentTool }).OneTrust
  if (tool?.ToggleInfoDisplay) tool.ToggleInfoDisplay()
  // oxlint-disable-next-line no-console -- only the deployment's owner can help, and looks there
  else console.warn('The consent tool is not there.')
}
