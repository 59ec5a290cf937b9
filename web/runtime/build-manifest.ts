interface ManifestChunk {
  file: string
  imports?: string[]
}

/** Vite's manifest of a build: the browser's files by source file. */
export type Manifest = Readonly<Record<string, ManifestChunk>>

/** Returns all files that the source files `names` need. Each file comes after the files that it imports. */
export function filesOf(manifest: Manifest, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const files: string[] = []
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const imported of chunk.imports ?? []) visit(imported)
    files.push(chunk.file)
  }
  for (const name of names) visit(name)
  return files
}

/** Preloads the font of all fronts: with font-display: optional it is used only if it comes before the first paint. */
export function fontPreload(manifest: Manifest): string {
  const file = manifest['web/ui/fonts/be-vietnam-pro.woff2']?.file ?? ''
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
}
