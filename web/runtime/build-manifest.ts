interface ManifestChunk {
  file: string
  imports?: string[]
}

/** Vite's manifest of a build: the files of the browser by their source. */
export type Manifest = Readonly<Record<string, ManifestChunk>>

/** All files that the named sources need, each after those it needs itself. */
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
