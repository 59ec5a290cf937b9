interface DevFiles {
  styles: string
  /** Scripts in the sequence that they run in. */
  scripts: readonly string[]
}

/** Returns tags for Vite's client and React's Fast Refresh. Only the CSP of development allows this inline script. */
export function devTags({ styles, scripts }: DevFiles): string {
  const modules = ['@vite/client', ...scripts]
  return `<link rel="stylesheet" href="/${styles}?direct"><script type="module">
import RefreshRuntime from '/@react-refresh'
RefreshRuntime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
window.__vite_plugin_react_preamble_installed__ = true
</script>${modules.map((file) => `<script type="module" src="/${file}"></script>`).join('')}`
}
